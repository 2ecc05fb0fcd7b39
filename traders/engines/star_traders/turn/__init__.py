"""The turn, its intervals, and Personalities that pass from one Trader to another."""
