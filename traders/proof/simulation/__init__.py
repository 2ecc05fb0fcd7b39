"""Tempo: whole games of bots on simulated time and mail, to see how long play by letter takes and
what intervals cost.
"""
