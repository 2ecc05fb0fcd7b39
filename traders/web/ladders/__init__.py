"""The pages of ladders."""
