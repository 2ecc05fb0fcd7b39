"""What a player's calendar holds: deadlines that wait for the player, and absences."""
