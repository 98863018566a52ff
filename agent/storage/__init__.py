"""The agent's half of each storage backend."""
