"""The turn and its phases of building and trade."""
