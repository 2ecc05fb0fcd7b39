"""Pages of seasons: the league table, registration, an organizer's steps, the draw, players."""
