"""Plays one seat of a game to its end: `TRADERS_URL`, `TRADERS_TOKEN` and `TRADERS_GAME` say where.

It orders what is suggested, else passes, else tries what is offered, and looks again once a minute.
"""

import os
import random
from collections.abc import Iterator

from traders_client import House, Refused
from traders_client.answers import Offer, Offers

house = House(os.environ["TRADERS_URL"], os.environ["TRADERS_TOKEN"])
name = os.environ["TRADERS_GAME"]


def written(offer: Offer) -> str:
    order = offer["order"]
    for blank in offer["blanks"]:
        part = blank["things"][0] if blank["things"] else str(blank["low"] or 1)
        order = order.replace(f"{{{blank['name']}}}", part)
    return order


def ideas(asked: Offers) -> Iterator[list[str]]:
    if asked["suggestion"]:
        yield asked["suggestion"]["orders"]
    yield ["pass"]
    yield from ([written(offer)] for offer in random.sample(asked["offers"], len(asked["offers"])))
    yield ["end"]


for game in house.watch(name):
    if not game["asks_me"]:
        continue
    asked = house.offers(name)
    for orders in ideas(asked):
        try:
            receipt = house.order(name, orders, moment=asked["moment"])
            if any(line["answer"] == "asked" for line in receipt["lines"]):
                receipt = house.order(name, ["yes"])
            print(*receipt["came"], sep="\n")
            break
        except Refused as why:
            print("refused:", why)
