"""Time as people count it: the server's clock, days, durations, zones, playing hours."""
