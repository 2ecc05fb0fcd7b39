"""The court's part of the API."""
