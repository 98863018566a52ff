"""SSH tunnels to workers that can be reached by SSH only."""
