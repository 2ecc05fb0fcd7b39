"""Referees: appointing, assigning and asking them, conflicts of interest, and the opening of hidden
hands.
"""
