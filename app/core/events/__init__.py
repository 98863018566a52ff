"""Event kinds, payload builders, strict JSON and the payload cap: pure functions, the same bytes in every process."""
