"""Play: the orders and who may give one now, policies, what play comes to, what a seat may know."""
