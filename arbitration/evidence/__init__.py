"""What bears on a claim: the dossier, its items, the time line, transfer lines of letters."""
