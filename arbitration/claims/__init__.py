"""Claims: their subject, making them, answers, appeals, and cases opened by referees and
organizers.
"""
