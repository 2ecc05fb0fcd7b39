"""Players that live in the server: no mail, the same orders."""
