"""What is printed: rules by id, authors, what a newcomer reads."""
