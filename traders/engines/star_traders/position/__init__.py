"""The position: its state, the steps of play as data, the stages of a turn, the end."""
