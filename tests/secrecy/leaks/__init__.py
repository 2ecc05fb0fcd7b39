"""Leaks, planted one at a time: each a production function made worse in one place, as somebody
might by mistake.
"""

from tests.secrecy.leaks import star_traders, systems
from tests.secrecy.leaks.planting import LEAKS

__all__ = ["LEAKS", "star_traders", "systems"]
