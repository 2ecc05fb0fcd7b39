"""The trip, and the dice of its planet."""
