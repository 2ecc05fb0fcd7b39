"""What a ruling does to a game: remedies carried out, positions put right, freezes, and what falls
due in a claim.
"""
