"""Bots: players that run in the server, without mail and with the same orders."""
