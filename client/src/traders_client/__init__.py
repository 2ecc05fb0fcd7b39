"""A client of Traders by Post."""

from traders_client.house import House, Refused

__all__ = ["House", "Refused"]
