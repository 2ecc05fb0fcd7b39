"""Making a claim: its subject, its kinds, what the other seats say, appeals, cases that nobody
claims.
"""
