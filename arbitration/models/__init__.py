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
from arbitration.models.findings_and_rulings import CasebookEntry, Finding, Ruling
from arbitration.models.remedies import Remedy
