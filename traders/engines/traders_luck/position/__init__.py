"""The position: its state, the steps of play as data, days, the market."""
