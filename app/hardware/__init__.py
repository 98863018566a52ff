"""Facts about this machine that need no torch: devices, identity, fingerprint."""
