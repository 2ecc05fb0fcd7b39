"""An empty Debian in a folder, on which the blocks of docs/operators.md are carried out as they
stand.
"""
