"""Positions: how one is kept, what it hides, how it is dealt by lot, its piles."""
