"""Deliveries and what they pay; a special payoff is a file."""
