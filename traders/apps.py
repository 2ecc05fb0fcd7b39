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
        from traders.club.desk import announcing, organizer_waiting_matters
        from traders.club.ladders import desk_matters as ladders_at_the_desk
        from traders.club.seasons import (
            announcement_audiences,
            calendar_entries,
            desk_matters,
            replaced_players,
        )
        from traders.domain import hooks
        from traders.domain.feeds import (
            absence_calendar_entries,
            calendar_entry,
            deadline_calendar_entries,
        )
        from traders.domain.history import anonymous_masks
        from traders.domain.play import substitutes
        from traders.domain.play.commands import leaving_and_taking_seats
        from traders.domain.settings import club_editions
        from traders.engines.registry import ENGINES, LOADED
        from traders.models import triggers

        ENGINES.update(settings.GAMES)
        LOADED.append(club_editions.known_to)
        hooks.TOLD_AT_THE_END.append(anonymous_masks.opened)
        leaving_and_taking_seats.SEAT_FREE.append(substitutes.ask)
        leaving_and_taking_seats.SEAT_KEPT.append(substitutes.call_off)
        hooks.SEAT_TAKEN.append(replaced_players.after_a_substitute)
        announcing.AUDIENCES |= announcement_audiences.AUDIENCES
        organizer_waiting_matters.KNOWN_BY += [desk_matters.waiting, ladders_at_the_desk.waiting]
        calendar_entry.PROVIDERS += [
            deadline_calendar_entries.deadlines, deadline_calendar_entries.confirmations,
            absence_calendar_entries.absences, calendar_entries.rounds,
        ]  # fmt: skip
        _declare_orders()
        post_migrate.connect(triggers.put_in_place, sender=self)


def _declare_orders() -> None:
    """Enter in the registry what letters say to the house, with a seat and without one."""
    from traders.club.desk import organizer_lines as desk
    from traders.club.ladders import letter_orders as ladder_orders
    from traders.club.seasons import desk_matters
    from traders.club.seasons import letter_orders as season_orders
    from traders.domain.play import substitutes
    from traders.domain.play.commands import (
        confirmation_by_yes,
        dice_mixing_command,
        interpreter_commands,
        leaving_and_taking_seats,
        letter_frequency,
        muting_and_reporting,
        nudging,
        press_messages,
        proposals,
        query_commands,
        registry,
        resend,
        standing_orders_stops_plans,
        undo_and_correction,
        vacation,
    )
    from traders.domain.post.incoming import held_letters

    for topic in (substitutes, desk, ladder_orders, season_orders):
        registry.declare_answers(topic.ASKS, *topic.ANSWERS)
    registry.declare_answers(desk.ASKS, *desk_matters.ANSWERS)
    families = (
        interpreter_commands, standing_orders_stops_plans, undo_and_correction, press_messages,
        dice_mixing_command, nudging, muting_and_reporting, letter_frequency, vacation, proposals,
        leaving_and_taking_seats, confirmation_by_yes, query_commands, resend, held_letters,
    )  # fmt: skip
    registry.declare(*(command for family in families for command in family.COMMANDS))
