"""Secrets: of runs in memory, remembered ones in the OS keyring; never in the database, a log, a graph or an export."""
