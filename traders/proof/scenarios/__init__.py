"""Scenarios: examples of rules as files, played as letters and compared with what must hold."""
