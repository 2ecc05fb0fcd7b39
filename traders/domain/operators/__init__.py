"""The operator's view of the service: health, notices, the queue server, retention."""
