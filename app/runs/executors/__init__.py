"""Where a run executes: one protocol, one way per place."""
