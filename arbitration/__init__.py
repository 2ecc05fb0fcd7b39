"""Layer 4: the court: claims, evidence, findings, rulings, the casebook."""
