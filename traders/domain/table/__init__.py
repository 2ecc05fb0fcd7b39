"""Play in memory: a position that goes on, reaction windows, standing orders, plans, deals."""
