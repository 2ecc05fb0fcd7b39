"""Battles: the phase, what is committed unseen, who wins."""
