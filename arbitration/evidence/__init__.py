"""Evidence on a claim: read from the rows, as values without a database."""
