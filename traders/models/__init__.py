"""Layer 1: models: rows, constraints and triggers."""

from traders.models.among import Among
from traders.models.arrivals import Arrival, ArrivalOutcome, ArrivalStatus, UsedToken
from traders.models.clock import RUN_ON, Deadline, DeadlineKind, Heartbeat
from traders.models.clubs import (
    Club,
    Invitation,
    Joining,
    Membership,
    NotInvited,
    Role,
    Standing,
)
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
from traders.models.talk import Ballot, Complaint, Mute, Press, Proposal
from traders.models.telling import Browser, HookShape, Telling, WebHook
from traders.models.tokens import ApiPost, ApiToken, Scope

__all__ = [
    "RUN_ON",
    "Absence",
    "Among",
    "ApiPost",
    "ApiToken",
    "Arrival",
    "ArrivalOutcome",
    "ArrivalStatus",
    "Ballot",
    "Browser",
    "Cadence",
    "Checkpoint",
    "Club",
    "Complaint",
    "Deadline",
    "DeadlineKind",
    "Edition",
    "Entry",
    "EvidenceLink",
    "Evident",
    "Game",
    "Heartbeat",
    "HookShape",
    "Invitation",
    "Joining",
    "Kind",
    "Letter",
    "LetterKind",
    "LetterStatus",
    "Look",
    "Mailbox",
    "Membership",
    "Mute",
    "NotInvited",
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
    "Role",
    "Scope",
    "Sealed",
    "SealedKind",
    "SealedOutcome",
    "Seat",
    "Sitting",
    "SittingCause",
    "Source",
    "Standing",
    "Telling",
    "UsedToken",
    "WebHook",
    "at_once",
    "together",
    "write_fields",
]
