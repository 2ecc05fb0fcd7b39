"""Founding a club, joining and leaving it, its roles, and invitations to it and to games."""
