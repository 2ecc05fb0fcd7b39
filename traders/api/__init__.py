"""Layer 3: the API: what it answers, also where it refuses."""
