"""Import blocker: torch may not enter the agent process."""
