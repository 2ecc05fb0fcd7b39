"""Play: who may give an order now, what play comes to, dropping out, what a seat may know."""
