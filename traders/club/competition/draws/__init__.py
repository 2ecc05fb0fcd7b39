"""Draws: who meets whom, at which table and in which seat, over the rounds of a season."""
