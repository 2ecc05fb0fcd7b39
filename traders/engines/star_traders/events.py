"""What is told in this game: `events.toml` has a row for each kind."""

from traders.engines.kernel.telling.teller import Teller

tell = Teller("traders.engines.star_traders")
