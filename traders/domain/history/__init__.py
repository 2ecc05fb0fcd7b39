"""A game's history: entries, replay, dice, secrets, sealed rows, moments, the audit and the upgrade
gate.
"""
