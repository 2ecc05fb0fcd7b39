"""Until when play waits: deadlines, turn clock, time bank, waiting allowance, playing hours of
seats, heartbeat.
"""
