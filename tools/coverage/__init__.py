"""Coverage of rules: the code that keeps each, and the scenarios or tests that would show a
break.
"""
