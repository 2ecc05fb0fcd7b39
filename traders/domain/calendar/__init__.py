"""Time as people count it: the one clock, days, lengths of time, zones, playing hours."""
