"""What a Trader holds: Stellors, cargo, Contracts, Trader's Luck cards, engines, Stations."""
