"""Layer 3: proof of the rules: scenarios, coverage of rules, simulation of whole games."""
