"""Optional abilities: how they are gained, and what they do."""
