"""The sub-sector: its chart, its routes and courses, how it stands, a club's own."""
