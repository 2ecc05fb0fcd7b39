"""Scenarios chosen, run in memory and reported: what no server does with them."""
