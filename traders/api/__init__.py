"""Layer 3: the API: what a player's programs may read and say, and the form of its answers."""
