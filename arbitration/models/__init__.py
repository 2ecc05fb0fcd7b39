"""Models of arbitration."""

from arbitration.models.claims import (
    Appeal,
    Asking,
    Claim,
    ClaimKind,
    ClaimStatus,
    Leave,
    Opening,
    Recusal,
    Statement,
)
from arbitration.models.remedies import Remedy
from arbitration.models.rulings import CasebookEntry, Finding, Ruling

__all__ = [
    "Appeal",
    "Asking",
    "CasebookEntry",
    "Claim",
    "ClaimKind",
    "ClaimStatus",
    "Finding",
    "Leave",
    "Opening",
    "Recusal",
    "Remedy",
    "Ruling",
    "Statement",
]
