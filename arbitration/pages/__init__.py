"""Pages of arbitration: claims, cases, rulings, the casebook, and the same as JSON."""
