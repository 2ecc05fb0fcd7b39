"""Ladders of clubs: who stands where, challenges, their games, and those who do not play."""
