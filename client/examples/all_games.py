"""Plays all games of a token's player: `TRADERS_URL` and `TRADERS_TOKEN` say where and who.

It orders what is suggested, else `end`, and looks once a minute what has changed.
"""

import os

from traders_client import House, Refused

house = House(os.environ["TRADERS_URL"], os.environ["TRADERS_TOKEN"])
for game in house.changes():
    if not game["asks_me"]:
        continue
    asked = house.offers(game["slug"])
    orders = asked["suggestion"]["orders"] if asked["suggestion"] else ["end"]
    try:
        receipt = house.order(game["slug"], orders, moment=asked["moment"])
        print(game["title"], *receipt["came"], sep="\n")
    except Refused as why:
        print(game["title"], "refused:", why)
