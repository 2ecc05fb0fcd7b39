"""Players' accounts: addresses, export, erasing."""
