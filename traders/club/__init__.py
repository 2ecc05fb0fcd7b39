"""Layer 3: clubs."""
