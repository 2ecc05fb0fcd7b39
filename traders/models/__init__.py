"""Layer 1: rows and constraints."""

from traders.models.clock import Deadline, DeadlineKind, Heartbeat
from traders.models.games import Absence, Club, Game, Phase, Seat
from traders.models.history import Checkpoint, Entry, Kind, Sealed, SealedKind, Source
from traders.models.people import Cadence, Player
from traders.models.talk import Ballot, Press, Proposal

__all__ = [
    "Absence",
    "Ballot",
    "Cadence",
    "Checkpoint",
    "Club",
    "Deadline",
    "DeadlineKind",
    "Entry",
    "Game",
    "Heartbeat",
    "Kind",
    "Phase",
    "Player",
    "Press",
    "Proposal",
    "Sealed",
    "SealedKind",
    "Seat",
    "Source",
]
