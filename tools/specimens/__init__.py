"""Specimens: a letter of each kind and game, made by the code from a stored position, to be read
and compared.

Letters of play are made of a position alone (`play_letters`); those that the server writes by
itself, to a club's people among others, are written in a database in memory (`service_letters`).
"""
