"""Connected worker agents: registry, sessions, enrollment, adoption."""
