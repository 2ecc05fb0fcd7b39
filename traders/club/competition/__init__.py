"""The reckoning of seasons, without a database or a clock: draws, points, standings, promotion,
ratings.
"""
