"""The app of play: its start-up."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class TradersConfig(AppConfig):
    """Models, rules and pages of play. At start it declares the commands, the games and the
    triggers.
    """

    name = "traders"
    verbose_name = "Traders by Post"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from traders import checks  # noqa: F401 - importing registers them
        from traders.club.desk import announcing, matters_beside_games
        from traders.club.ladders import desk_matters as ladders_at_the_desk
        from traders.club.seasons import (
            audiences,
            calendar_entries,
            desk_matters,
            replaced_players,
        )
        from traders.domain import hooks
        from traders.domain.feeds import calendar_entry, days_away, deadlines_told
        from traders.domain.history import anonymous_masks
        from traders.domain.play import substitutes
        from traders.domain.play.commands import leaving
        from traders.domain.settings import club_editions
        from traders.engines.registry import ENGINES, LOADED
        from traders.models import triggers

        ENGINES.update(settings.GAMES)
        LOADED.append(club_editions.known_to)
        hooks.TOLD_AT_THE_END.append(anonymous_masks.opened)
        leaving.SEAT_FREE.append(substitutes.ask)
        leaving.SEAT_KEPT.append(substitutes.call_off)
        hooks.SEAT_TAKEN.append(replaced_players.after_a_substitute)
        announcing.AUDIENCES |= audiences.AUDIENCES
        matters_beside_games.KNOWN_BY += [desk_matters.waiting, ladders_at_the_desk.waiting]
        calendar_entry.PROVIDERS += [
            deadlines_told.deadlines, deadlines_told.confirmations, days_away.absences,
            calendar_entries.rounds,
        ]  # fmt: skip
        _declare_orders()
        post_migrate.connect(triggers.put_in_place, sender=self)


def _declare_orders() -> None:
    """Enter in the registry what letters say to the house, with a seat and without one."""
    from traders.club.desk import order_lines as desk
    from traders.club.ladders import letter_orders as ladder_orders
    from traders.club.seasons import desk_matters
    from traders.club.seasons import letter_orders as season_orders
    from traders.domain.play import substitutes
    from traders.domain.play.commands import (
        confirming,
        interpreter_commands,
        leaving,
        luck,
        muting,
        nudging,
        orders_ahead,
        own_letters,
        press,
        proposals,
        queries,
        registry,
        resend,
        undoing,
        vacation,
    )
    from traders.domain.post.incoming import held_letters

    for topic in (substitutes, desk, ladder_orders, season_orders):
        registry.declare_answers(topic.ASKS, *topic.ANSWERS)
    registry.declare_answers(desk.ASKS, *desk_matters.ANSWERS)
    families = (
        interpreter_commands, orders_ahead, undoing, press, luck, nudging, muting, own_letters,
        vacation, proposals, leaving, confirming, queries, resend, held_letters,
    )  # fmt: skip
    registry.declare(*(command for family in families for command in family.COMMANDS))
