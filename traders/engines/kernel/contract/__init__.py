"""What every engine is to its host: the values that pass between them, and the protocol."""
