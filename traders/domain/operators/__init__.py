"""What operators see and do: health, notices, the queue server, retention."""
