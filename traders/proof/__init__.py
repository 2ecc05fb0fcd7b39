"""Layer 3: examples of rules played as letters; letters read without storing them."""
