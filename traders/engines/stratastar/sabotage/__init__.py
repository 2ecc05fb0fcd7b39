"""Sabotage, and the phase that is played again without what it cancelled."""
