"""Thin tasks: an id in, one call into the domain. A module for each part of the house."""

from worker.tasks import bots, clock, inbox, post

__all__ = ["bots", "clock", "inbox", "post"]
