"""The position: its state, the steps of play as data, the phases, the Galaxy."""
