"""The master: the same eyes as the sensible bot's, and a reckoning in turns until an Imperial
Mission.
"""
