"""The commands that look after the machine."""
