"""What an empire has: cards and what they pay, abilities, deeds, losses, victory."""
