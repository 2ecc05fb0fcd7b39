"""Letters in. `intake` stores what comes, byte for byte; `reading` makes of it, at any time and as
often as wanted, one of a closed set of outcomes.
"""
