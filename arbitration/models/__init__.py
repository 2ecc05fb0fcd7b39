"""Models of arbitration."""

from arbitration.models.claims import (
    Appeal,
    Asking,
    CaseLook,
    Claim,
    ClaimKind,
    ClaimStatus,
    Leave,
    Opening,
    Recusal,
    Statement,
)
from arbitration.models.decisions import CasebookEntry, Finding, Ruling
from arbitration.models.ordered_remedies import Remedy
