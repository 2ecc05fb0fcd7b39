"""Mail: letters on their way out, reports on them, and (`incoming`) what comes in."""
