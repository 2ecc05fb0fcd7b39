"""What orders name, and the conditions of standing orders."""
