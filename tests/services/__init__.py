"""The real servers that the tests (and the benches) run against, each from a wheel, each on
loopback.
"""
