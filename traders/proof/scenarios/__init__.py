"""Rules as examples that run: scenario files read, played as letters, and compared with what must
hold.
"""
