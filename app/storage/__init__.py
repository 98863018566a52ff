"""The control plane's half of each storage backend."""
