"""Rulings: who gives them and how, what each would make of the board, and the record of conduct."""
