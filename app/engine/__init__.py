"""Runs a prepared graph; torch is imported inside functions only."""
