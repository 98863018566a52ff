"""Recorded outputs kept on a worker."""
