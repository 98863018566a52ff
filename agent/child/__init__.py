"""The run subprocess: standard library only at import."""
