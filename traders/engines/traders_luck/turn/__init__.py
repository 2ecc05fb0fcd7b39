"""Turns, and the end of the game."""
