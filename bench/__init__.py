"""What is measured: `python -m bench`, which is `make bench`."""
