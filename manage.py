#!/usr/bin/env python3
"""The house's commands: `python manage.py help`."""

from traders.command_line import main

if __name__ == "__main__":
    main()
