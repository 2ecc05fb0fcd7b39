"""Play: what it comes to, the orders and what they name, dropping out."""
