"""What boards are drawn and written with."""
