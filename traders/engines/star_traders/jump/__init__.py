"""Jumps: the attempt in its steps, its dice, what is chosen in it, its end; engine raids."""
