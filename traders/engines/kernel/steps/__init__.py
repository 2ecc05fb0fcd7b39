"""Steps and intervals: how play waits and goes on, seats in turn, the end."""
