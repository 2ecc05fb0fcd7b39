"""Layer 2: the verbs. `play` is the one door into a history."""
