"""Mail: outgoing letters, delivery reports, and incoming letters (`incoming`)."""
