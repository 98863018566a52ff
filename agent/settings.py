"""Every agent setting, one pydantic model."""
