"""Play: who may give which order now, what play comes to, dropping out, what a seat may know."""
