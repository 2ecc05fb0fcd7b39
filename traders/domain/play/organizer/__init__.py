"""What a club's organizer orders in a game, beside the board: each order is an entry of the history
of which all seats are told.
"""
