"""Layer 2: what a reader may see of a game, for pages and the API; made from the seat's own view
and menu alone.
"""
