"""Arbitration in scenarios: compares findings, and gives rulings by accounts made for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import unescape
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import strip_tags

from arbitration.claims import case_opened_by_officials
from arbitration.models import Appeal, CasebookEntry, Claim, ClaimKind, ClaimStatus
from arbitration.referees import awaited_appeals, opening_hidden_hands, private_statements
from arbitration.referees.appointing import appoint
from arbitration.remedies import ruling_and_pause_deadlines
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Game, Player
from traders.proof.scenarios import people
from traders.proof.scenarios.court_interface import FindingSummary
from traders.proof.scenarios.position_changes import Facts, position_with
from traders.proof.scenarios.scenario_types import RESULT, Case, Precedent
from traders.proof.scenarios.scenario_types import Ruling as RulingStep

REFEREE, ORGANIZER = "referee", "organizer"
REASONS = "As the scenario rules."


class ScenarioCourt:
    """The court of every scenario. Findings are those of the latest claim; a ruling is given on the
    latest claim that waits for one.
    """

    def referee(self) -> Player:
        """The account that rules, appointed."""
        account = people.account(REFEREE)
        appoint(account)
        return account

    def precedents(self, game: Game, earlier: Sequence[Precedent]) -> None:
        """Store earlier rulings in the casebook of the game's club."""
        for ruling in earlier:
            CasebookEntry.objects.create(
                club=game.club,
                title=ruling.title,
                rules=list(ruling.rules),
                remedy=ruling.remedy,
                published=game.created,
            )

    def found(self, game: Game) -> FindingSummary | None:
        """The finding on the latest claim; None if nothing was claimed."""
        claim = self._last_claim(game)
        if claim is None:
            return None
        finding = claim.finding
        titles = CasebookEntry.objects.filter(pk__in=finding.earlier).values_list(
            "title", flat=True
        )
        return FindingSummary(
            tuple(finding.rules),
            finding.remedy,
            tuple(text for text, _, _ in finding.facts),
            tuple(titles),
        )

    def may_rule_from(self, game: Game) -> datetime:
        """The end of the answering time of the claim to be ruled on next, or of the appeal on
        it.
        """
        claim = self._claim_to_rule_on(game) or self._existing_claim(game)
        appeal = Appeal.objects.filter(claim=claim).first()
        return appeal.answers_due if appeal else claim.answers_due

    def open_case(self, game: Game, case: Case, at: datetime) -> None:
        """Open a case, by a referee of that name or by the organizer of the game's club."""
        game = Game.objects.select_related("club").get(pk=game.pk)
        player = _organizer(game) if case.by == ORGANIZER else self._appointed(game, case.by)
        seat, words = _seat_in(game, case)
        opened = case_opened_by_officials.CaseRequest(
            case.kind, words, case.about, seat, case.freeze
        )
        case_opened_by_officials.open_case(game.pk, Player.objects.get(pk=player.pk), opened, at)

    def look(self, game: Game, referee: str) -> None:
        """Have a referee of that name open what is hidden in the latest case, and read what was
        said to the referee alone; who is asked to rule where nobody is yet.
        """
        claim, player = self._to_look_at(game), self._appointed(game, referee)
        if not opening_hidden_hands.is_open(claim, player):
            opening_hidden_hands.open_hidden(claim, player, REASONS)
        private_statements.may_read(player, claim)
        private_statements.note_look(claim, player)

    def case_page(self, game: Game, referee: str) -> str:
        """What that referee's page of the latest case shows, as text; of a page that is refused
        the reason.
        """

        claim, player = self._to_look_at(game), self._appointed(game, referee)
        request = HttpRequest()
        request.method = "GET"
        # by its address, which loads the referees' pages
        request.path = reverse("admin:arbitration_claim_change", args=[claim.pk])
        request.META |= {"SCRIPT_NAME": "", "SERVER_NAME": "localhost", "SERVER_PORT": "80"}
        request.user = player
        try:
            page: Any = admin.site._registry[Claim].change_view(request, str(claim.pk))
        except PermissionDenied as refused:
            return str(refused)
        return unescape(strip_tags(page.render().content.decode()))

    def _to_look_at(self, game: Game) -> Claim:
        """The latest claim that waits for a ruling, else the latest."""
        claim = self._claim_to_rule_on(game) or self._existing_claim(game)
        return Claim.objects.select_related("game__club", "finding").get(pk=claim.pk)

    def _appointed(self, game: Game, name: str) -> Player:
        """The player of that name, a referee unless they have a seat; asked where nobody could be
        asked before.
        """
        player = people.called(game, name)
        if not game.seats.filter(player=player).exists():
            appoint(player)
        ruling_and_pause_deadlines.ask_for_unasked()
        return Player.objects.get(pk=player.pk)

    def rule(self, game: Game, ruling: RulingStep, start: Facts, at: datetime) -> None:
        """Rule on the latest claim or appeal that waits for a ruling, those left out that wait for
        an appeal (PR-APPEAL-01) unless the ruling is to be refused; where none waits, on the latest
        claim, which is refused.
        """
        refused = ruling.refused is not None
        claim = self._claim_to_rule_on(game, also_later=refused) or self._existing_claim(game)
        game = Game.objects.get(pk=game.pk)
        rules = engine_of(game.system)
        position = None
        corrections = {key: value for key, value in ruling.to.items() if key not in RESULT}
        if corrections:
            seats = list(game.seats.order_by("place").values_list("colour", flat=True))
            position = position_with(
                rules,
                rules.decode(bytes(game.position or b"")),
                seats,
                game.options,
                start,
                corrections,
            )
        remedy, *others = ruling.remedies
        request = RulingRequest(
            remedy=remedy,
            beside=tuple(others),
            reasons=REASONS,
            departs=REASONS,
            unfounded=ruling.unfounded,
            move=ruling.about or 0,
            give=ruling.give,
            seat=ruling.seat,
            against=ruling.seat,
            position=position,
            winners=_winners(ruling.to),
        )
        giving.give(claim.pk, people.called(game, ruling.by or REFEREE), request, at)

    def _last_claim(self, game: Game) -> Claim | None:
        return Claim.objects.filter(game=game).select_related("finding").order_by("-number").first()

    def _claim_to_rule_on(self, game: Game, *, also_later: bool = False) -> Claim | None:
        appealed = Claim.objects.filter(game=game, appeal__isnull=False).exclude(
            rulings__on_appeal=True
        )
        waiting = Claim.objects.filter(game=game, status=ClaimStatus.OPEN) | appealed
        in_order = waiting.select_related("finding").order_by("-number")
        return next(
            (one for one in in_order if also_later or not awaited_appeals.awaited(one)), None
        )

    def _existing_claim(self, game: Game) -> Claim:
        claim = self._last_claim(game)
        if claim is None:
            raise Refusal("No claim was made.", "PR-CLAIM-01")
        return claim


def _winners(to: Facts) -> tuple[str, ...] | None:
    """The winners that the ruling states; () for none, None if it states nothing."""
    winner = to.get("winner")
    if winner is None:
        return None
    return () if winner == "none" else tuple([winner] if isinstance(winner, str) else winner)


def _organizer(game: Game) -> Player:
    """The organizer of the game's club; both are created where they are missing."""
    if organizer := club_roles.organizers(game.club).first():
        return organizer
    player = people.called(game, ORGANIZER)
    game.club = club_roles.found(f"Club of {game.slug}", f"club-of-{game.slug}", player)
    game.save(update_fields=["club"])
    return player


def _seat_in(game: Game, case: Case) -> tuple[str, str]:
    """Split a case's words, such as `blue: play zap down`, into the seat whose letter, wish or
    notice it is about and the rest.
    """
    seat, colon, words = case.words.partition(":")
    if (
        colon
        and case.kind not in (ClaimKind.RULE, ClaimKind.CONDUCT)
        and game.seats.filter(colour=seat.strip()).exists()
    ):
        return seat.strip(), words.strip()
    return "", case.words
