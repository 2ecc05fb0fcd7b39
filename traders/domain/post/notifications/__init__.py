"""Being told beside mail: messages to web hooks and browsers when a letter asks something."""
