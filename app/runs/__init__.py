"""Runs from submit to terminal event: queue, dispatch, event log, retention."""
