"""Thin tasks: an id in, one call into the domain. A module for each part of the post."""
