"""Which code keeps a rule, and which scenario or test would show that it no longer does."""
