"""Simulation: whole games of bots on simulated time and mail, to measure how long play by letter
takes and what intervals cost.
"""
