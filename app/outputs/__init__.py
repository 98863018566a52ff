"""Recorded outputs of runs, read by the Inspector."""
