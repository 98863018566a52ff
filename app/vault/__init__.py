"""Secrets in memory and in the OS keyring, never in the database."""
