"""A client of Traders by Post."""

from traders_client.house import House, Refused
from traders_client.version import VERSION

__all__ = ["House", "Refused", "__version__"]
__version__ = VERSION
