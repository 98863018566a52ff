"""Every setting of the control plane: one pydantic model."""
