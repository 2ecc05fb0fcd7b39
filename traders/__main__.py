"""`python -m traders`: the same as `traders`."""

from traders.command_line import main

if __name__ == "__main__":
    main()
