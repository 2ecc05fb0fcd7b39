"""Layer 3: clubs, such as the demonstration club."""
