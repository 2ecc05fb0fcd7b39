"""Movement: the phase, scouting, what others do while a fleet moves, retreat and pursuit."""
