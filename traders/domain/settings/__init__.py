"""A game's settings: the postal rules' defaults, what clubs and games set, editions of boards."""
