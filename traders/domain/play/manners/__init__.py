"""Manners: what people write around an order, and what they mean by it (PR-RECEIPT-09). Words are
taken off and read, never guessed: what is left is an order, or it is refused.
"""
