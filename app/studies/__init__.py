"""Sweeps and studies as ordinary runs with budgets."""
