"""Layer 3: the API, and the form of its refusals."""
