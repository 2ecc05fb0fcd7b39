"""The court of a scenario: findings looked at, rulings given by players who are made for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from arbitration.claims import cases
from arbitration.models import Appeal, CasebookEntry, Claim, ClaimKind, ClaimStatus
from arbitration.referees.appointing import appoint
from arbitration.rulings import giving
from arbitration.rulings.giving import Given
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Club, Game, Player
from traders.proof.scenarios import people
from traders.proof.scenarios.court import FindingSummary
from traders.proof.scenarios.script import RESULT, Case, Facts, Precedent
from traders.proof.scenarios.script import Ruling as Ruled
from traders.proof.scenarios.slips import position_with

REFEREE, ORGANIZER = "referee", "organizer"
REASONS = "As the scenario rules."


class ScenarioCourt:
    """Sits in every scenario; looks at the last claim that was made, and rules on the last that
    waits for a ruling.
    """

    def precedents(self, game: Game, earlier: Sequence[Precedent]) -> None:
        """Put these rulings into the casebook of the game's club."""
        for one in earlier:
            CasebookEntry.objects.create(
                club=game.club,
                title=one.title,
                rules=list(one.rules),
                remedy=one.remedy,
                published=game.created,
            )

    def found(self, game: Game) -> FindingSummary | None:
        """What was found on the last claim."""
        claim = self._last(game)
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
        """When the answering time of the claim that is ruled on next, or of the appeal on it, is
        over.
        """
        claim = self._waiting(game) or self._claim(game)
        appeal = Appeal.objects.filter(claim=claim).first()
        return appeal.answers_due if appeal else claim.answers_due

    def open_case(self, game: Game, case: Case, at: datetime) -> None:
        """A referee so called, or the organizer of the game's club, opens a case."""
        game = Game.objects.select_related("club").get(pk=game.pk)
        player = _organizer(game) if case.by == ORGANIZER else people.called(game, case.by)
        if case.by != ORGANIZER and not game.seats.filter(player=player).exists():
            appoint(player)
        seat, words = _seat_in(game, case)
        opened = cases.CaseRequest(case.kind, words, case.about, seat, case.freeze)
        cases.open_case(game.pk, Player.objects.get(pk=player.pk), opened, at)

    def rule(self, game: Game, ruling: Ruled, start: Facts, at: datetime) -> None:
        """Give a ruling on the last claim or appeal that waits for one; where none does, on the
        last claim, which is refused.
        """
        claim = self._waiting(game) or self._claim(game)
        game = Game.objects.get(pk=game.pk)
        rules = engine_of(game.system)
        position = None
        to = {key: value for key, value in ruling.to.items() if key not in RESULT}
        if to:
            seats = list(game.seats.order_by("place").values_list("colour", flat=True))
            position = position_with(
                rules, rules.decode(bytes(game.position or b"")), seats, game.options, start, to
            )
        remedy, *beside = ruling.remedies
        given = Given(
            remedy=remedy,
            beside=tuple(beside),
            reasons=REASONS,
            departs=REASONS,
            groundless=ruling.groundless,
            move=ruling.about or 0,
            give=ruling.give,
            seat=ruling.seat,
            against=ruling.seat,
            position=position,
            winners=_winners(ruling.to),
        )
        giving.give(claim.pk, people.called(game, ruling.by or REFEREE), given, at)

    def _last(self, game: Game) -> Claim | None:
        return Claim.objects.filter(game=game).select_related("finding").order_by("-number").first()

    def _waiting(self, game: Game) -> Claim | None:
        appealed = Claim.objects.filter(game=game, appeal__isnull=False).exclude(
            rulings__on_appeal=True
        )
        waiting = Claim.objects.filter(game=game, status=ClaimStatus.OPEN) | appealed
        return waiting.select_related("finding").order_by("-number").first()

    def _claim(self, game: Game) -> Claim:
        claim = self._last(game)
        if claim is None:
            raise Refusal("No claim was made.", "PR-CLAIM-01")
        return claim


def _winners(to: Facts) -> tuple[str, ...] | None:
    """Who should have won, where the ruling says so."""
    winner = to.get("winner")
    if winner is None:
        return None
    return () if winner == "none" else tuple([winner] if isinstance(winner, str) else winner)


def _organizer(game: Game) -> Player:
    """The organizer of the game's club, which it is given if it has none."""
    if game.club is not None and game.club.organizer is not None:
        return game.club.organizer
    player = people.called(game, ORGANIZER)
    game.club = Club.objects.create(
        name=f"Club of {game.slug}", slug=f"club-of-{game.slug}", organizer=player
    )
    game.save(update_fields=["club"])
    return player


def _seat_in(game: Game, case: Case) -> tuple[str, str]:
    """The seat whose letter, wish or notice a case is about, with which its words begin (`blue:
    play zap down`), and its words.
    """
    seat, colon, words = case.words.partition(":")
    if (
        colon
        and case.kind not in (ClaimKind.RULE, ClaimKind.CONDUCT)
        and game.seats.filter(colour=seat.strip()).exists()
    ):
        return seat.strip(), words.strip()
    return "", case.words
