"""The pages of clubs."""
