"""Toll: a game of a few rules, for tests of what every game stands on. A fifth game that opens no
folder of the others.

Seats in turn `roll` a die. Whoever holds a Shove may then move it by one (`shove up`, `shove
down`); what it shows is the seat's gain. Ten points win. Who holds how many Shoves is public, which
side they are painted on is their owner's secret.
"""

from tests.toll.engine import ENGINE

__all__ = ["ENGINE"]
