"""What happened, told: an event is a kind and its data, and a row of a game's `events.toml` has the
sentences. `rows` reads them, `sentence_filling` puts data into them, `teller` makes events,
`past_tense_telling` tells them to one reader later. Names no game.
"""
