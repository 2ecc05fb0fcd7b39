"""The expansion's orders as lines."""

from __future__ import annotations

from traders.engines.kernel.orders import Form
from traders.engines.traders_luck.bounty_hunters.order_types import (
    AttackPirate,
    AttackTrader,
    Commit,
    Intercept,
    LeaveCargo,
    NoAttack,
    Rob,
    Shield,
    TakeCargo,
    TraderTakes,
)

FORMS = (
    Form(AttackPirate, "attack pirate"),
    Form(AttackTrader, "attack trader [taking <taking:good>]"),
    Form(NoAttack, "pass"),
    Form(Shield, "shield", spent=True),
    Form(Shield, "no shield", spent=False),
    Form(Intercept, "intercept"),
    Form(Commit, "commit <missiles:n> missiles and <shields:n> shields"),
    Form(Commit, "commit <missiles:n> missile and <shields:n> shields"),
    Form(Commit, "commit <missiles:n> missiles and <shields:n> shield"),
    Form(Commit, "commit <missiles:n> missile and <shields:n> shield"),
    Form(Commit, "commit <missiles:n> missiles", shields=0),
    Form(Commit, "commit <missiles:n> missile", shields=0),
    Form(Commit, "commit <shields:n> shields", missiles=0),
    Form(Commit, "commit <shields:n> shield", missiles=0),
    Form(Commit, "commit nothing", missiles=0, shields=0),
    Form(TakeCargo, "take cargo"),
    Form(LeaveCargo, "leave cargo"),
    Form(Rob, "pirate"),
    Form(TraderTakes, "trader takes <good>"),
)
