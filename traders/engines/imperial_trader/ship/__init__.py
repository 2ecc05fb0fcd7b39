"""The ship: its damage, and loads by a licence."""
