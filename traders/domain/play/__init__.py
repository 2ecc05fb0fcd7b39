"""The one door into a history: orders, deadlines reached, going back, holding; `session` is its
unit of work.
"""
