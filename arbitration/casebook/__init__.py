"""Published rulings: search, precedents, and export as scenarios."""
