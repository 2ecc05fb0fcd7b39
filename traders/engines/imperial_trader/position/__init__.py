"""The position: its state, the steps of play as data, the parts of a view."""
