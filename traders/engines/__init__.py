"""Layer 0: the rules of each game, pure, and the kernel that they share."""
