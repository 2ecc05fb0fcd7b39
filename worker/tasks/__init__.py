"""Thin tasks: one call into the domain, of a portion that takes a second or two. A module for each
part of the server.
"""

from worker.tasks import bots, clock, digests, inbox, operators, post

__all__ = ["bots", "clock", "digests", "inbox", "operators", "post"]
