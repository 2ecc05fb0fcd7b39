"""Play in memory, pure: a position that goes on, reaction windows, standing orders, plans, deals."""
