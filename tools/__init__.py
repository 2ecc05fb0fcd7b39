"""What proves and measures, and no server needs: rulebooks against code, simulated games and
seasons, letters as examples, the picture of the architecture.
"""
