"""People and their seats: who sits where, their mailboxes, their quotas, what they looked at."""
