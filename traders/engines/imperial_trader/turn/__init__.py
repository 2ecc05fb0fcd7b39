"""Turns and rounds, their stages, and the end of the game."""
