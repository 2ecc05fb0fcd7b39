"""Players' accounts and the names that are given out."""
