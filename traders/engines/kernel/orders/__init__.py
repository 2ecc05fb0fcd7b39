"""An order, said once: its fields, legality, menu and deed; and the language made of them."""
