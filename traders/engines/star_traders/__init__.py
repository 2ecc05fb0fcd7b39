"""Star Traders."""
