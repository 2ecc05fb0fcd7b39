"""The court's pages, forms and API."""
