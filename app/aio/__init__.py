"""The asyncio and thread glue that more than one process shares."""
