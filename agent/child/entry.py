"""Entry of the run subprocess: sets the environment, then imports main by name."""
