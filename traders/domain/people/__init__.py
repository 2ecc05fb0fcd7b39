"""People and their seats: who has which seat, mailboxes, quotas, looks at pages."""
