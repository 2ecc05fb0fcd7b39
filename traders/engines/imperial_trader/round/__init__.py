"""What goes beyond one action: a second one, orders of all seats at once, Shifting Imperium."""
