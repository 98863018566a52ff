"""Event kinds, payload builders and the payload cap."""
