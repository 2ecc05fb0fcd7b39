"""Set-up, and the placing of Homeworlds."""
