"""A game's letters and deadlines in the order of their times, and the sweep that carries out what
is due.
"""
