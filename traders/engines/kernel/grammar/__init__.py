"""How orders are read and written: lines, what they name, near misses, forms, conditions."""
