"""Incoming letters. `intake` stores them byte for byte; `reading` gives each one of a closed set of
outcomes, at any time and as often as needed.
"""
