"""Whole trials of bots, from the first move to the ruling on appeal, and what must be true after
each.
"""
