"""The agent's connection to the control plane."""
