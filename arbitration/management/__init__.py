"""Commands of manage.py about arbitration."""
