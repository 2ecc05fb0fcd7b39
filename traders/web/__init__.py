"""Layer 3: the pages, and the hooks by which mail comes in."""
