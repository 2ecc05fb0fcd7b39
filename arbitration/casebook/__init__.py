"""Published rulings: searched, found as precedents, exported as scenarios."""
