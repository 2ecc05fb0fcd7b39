"""An engine made of a folder's modules, and what it may add to the contract."""
