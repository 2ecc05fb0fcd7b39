"""The one door into a history: orders, deadlines reached, going back, holding; `game_session` is
its unit of work.
"""
