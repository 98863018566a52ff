"""The command line: start, stop, status, run, validate, --server, --version."""
