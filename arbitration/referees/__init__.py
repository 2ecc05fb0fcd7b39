"""Who judges: appointed, assigned, asked; who may not; what they open."""
