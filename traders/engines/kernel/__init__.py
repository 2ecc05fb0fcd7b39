"""What games share: the contract, the agenda, orders, naming, conditions, options, storing, and the
defaults of a system.
"""
