"""The Emperor's court: petitions and their table."""
