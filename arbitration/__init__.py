"""Layer 4: arbitration: claims, evidence, findings, rulings and the casebook."""
