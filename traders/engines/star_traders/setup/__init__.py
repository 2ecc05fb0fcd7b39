"""Set-up, and the choice of Personalities."""
