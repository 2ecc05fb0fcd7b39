"""The court's commands of manage.py."""
