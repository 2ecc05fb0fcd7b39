"""Bounty Hunters & Pirates: what the expansion adds to Star Trader's Luck."""
