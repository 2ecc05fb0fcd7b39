"""Buying, selling, and a growing cargo bay."""
