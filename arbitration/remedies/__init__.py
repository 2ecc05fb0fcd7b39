"""The effects of a ruling on a game: remedies, corrected positions, pauses, and the deadlines of a
claim.
"""
