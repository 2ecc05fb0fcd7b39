"""Players' letters: who gets which, their content and their form. `write`, `remind` and
`daily_summaries` store them; `traders.domain.post.delivery` sends them.
"""

from traders.domain.letters.daily_summary import daily_summaries
from traders.domain.letters.game_play_letters import write
from traders.domain.letters.stored_reminders import Reminder, remind, remind_all

__all__ = ["Reminder", "daily_summaries", "remind", "remind_all", "write"]
