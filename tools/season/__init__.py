"""Whole seasons in simulated time: people with a character play them through the one door, and what
the desk names is held against books that the simulation keeps itself.
"""
