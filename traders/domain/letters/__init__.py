"""Letters that players get: who gets which, what stands in it, how it reads. `write`, `remind` and
`digest` store them; `traders.domain.post.delivery` sends them.
"""

from traders.domain.letters.digest import digest
from traders.domain.letters.reminders import Reminder, remind, remind_all
from traders.domain.letters.write import write

__all__ = ["Reminder", "digest", "remind", "remind_all", "write"]
