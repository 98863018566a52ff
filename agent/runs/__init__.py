"""Supervision of run subprocesses."""
