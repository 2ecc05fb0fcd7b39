"""Seasons of a club: registration, draws, rounds of games, results, the table, and its end."""
