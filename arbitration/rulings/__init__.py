"""Rulings: giving them, previews on the board, and the record of conduct."""
