"""Layer 1: models: rows, constraints and triggers."""

from traders.models.among_lookup import Among
from traders.models.api_tokens import ApiPost, ApiToken, Scope
from traders.models.clubs import (
    Announcement,
    Club,
    Invitation,
    Joining,
    Membership,
    NotInvited,
    Role,
    Standing,
)
from traders.models.deadlines import OF_PLAY, RUN_ON, Deadline, DeadlineKind, Heartbeat
from traders.models.evidence_chain import EvidenceLink, Evident
from traders.models.expiring_account_rows import AddressChange, AttemptCount, MarkKind, SignInMark
from traders.models.games import (
    Absence,
    Edition,
    Game,
    Look,
    Note,
    Phase,
    ProgramLook,
    Seat,
    Sitting,
    SittingCause,
)
from traders.models.history import (
    BY_HAND,
    Checkpoint,
    Entry,
    Kind,
    Sealed,
    SealedKind,
    SealedOutcome,
    Source,
)
from traders.models.incoming_letters import Arrival, ArrivalOutcome, ArrivalStatus, UsedToken
from traders.models.ladders import Challenge, ChallengeState, Ladder, LadderStep, StepKind
from traders.models.notifications import Browser, HookShape, Telling, WebHook
from traders.models.operator_notices_and_tallies import OperatorMark, OperatorNotice, Tally
from traders.models.outgoing_letters import (
    Letter,
    LetterKind,
    LetterStatus,
    Picture,
    Report,
    ReportKind,
)
from traders.models.players import Cadence, Mailbox, Player
from traders.models.prepared_statements import Change, Prepared, at_once, together, write_fields
from traders.models.press_and_proposals import Ballot, Complaint, Mute, Press, Proposal
from traders.models.seasons import (
    Division,
    Entrant,
    KeptApart,
    ResultCause,
    Round,
    Season,
    SeasonKind,
    SeasonPhase,
    SeasonPlace,
    SeasonTable,
    Starting,
    StatedResult,
)
