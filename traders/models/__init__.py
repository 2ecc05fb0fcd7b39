"""Layer 1: models: rows, constraints and triggers."""

from traders.models.among import Among
from traders.models.arrivals import Arrival, ArrivalOutcome, ArrivalStatus, UsedToken
from traders.models.clock import Deadline, DeadlineKind, Heartbeat
from traders.models.clubs import Club, Invitation, Joining, Membership, Role, Standing
from traders.models.evident import EvidenceLink, Evident
from traders.models.games import (
    Absence,
    Edition,
    Game,
    Look,
    Note,
    Phase,
    Seat,
    Sitting,
    SittingCause,
)
from traders.models.history import (
    Checkpoint,
    Entry,
    Kind,
    Sealed,
    SealedKind,
    SealedOutcome,
    Source,
)
from traders.models.operators import OperatorNotice
from traders.models.people import Cadence, Mailbox, Player
from traders.models.post import Letter, LetterKind, LetterStatus, Picture, Report, ReportKind
from traders.models.prepared import Prepared, at_once, together, write_fields
from traders.models.seasons import (
    Division,
    Entrant,
    KeptApart,
    ResultCause,
    Round,
    Season,
    SeasonPhase,
    SeasonPlace,
    SeasonTable,
    Starting,
    StatedResult,
)
from traders.models.talk import Ballot, Press, Proposal
from traders.models.telling import Browser, HookShape, Telling, WebHook

__all__ = [
    "Absence",
    "Among",
    "Arrival",
    "ArrivalOutcome",
    "ArrivalStatus",
    "Ballot",
    "Browser",
    "Cadence",
    "Checkpoint",
    "Club",
    "Deadline",
    "DeadlineKind",
    "Division",
    "Edition",
    "Entrant",
    "Entry",
    "EvidenceLink",
    "Evident",
    "Game",
    "Heartbeat",
    "HookShape",
    "Invitation",
    "Joining",
    "KeptApart",
    "Kind",
    "Letter",
    "LetterKind",
    "LetterStatus",
    "Look",
    "Mailbox",
    "Membership",
    "Note",
    "OperatorNotice",
    "Phase",
    "Picture",
    "Player",
    "Prepared",
    "Press",
    "Proposal",
    "Report",
    "ReportKind",
    "ResultCause",
    "Role",
    "Round",
    "Sealed",
    "SealedKind",
    "SealedOutcome",
    "Season",
    "SeasonPhase",
    "SeasonPlace",
    "SeasonTable",
    "Seat",
    "Sitting",
    "SittingCause",
    "Source",
    "Standing",
    "Starting",
    "StatedResult",
    "Telling",
    "UsedToken",
    "WebHook",
    "at_once",
    "together",
    "write_fields",
]
