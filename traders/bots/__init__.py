"""Bots of the games, and what a player is advised: a package a game, found by its name in
`registry`. A bot asks the engine what it may do and what would come of it; no engine imports one.
"""
