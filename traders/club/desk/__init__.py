"""The organizer's desk: what each game of a club waits for and what is wrong with it, sorted by
trouble, as a page and as a letter each morning; and the organizer's orders.
"""
