"""What travels between a control plane and a process that executes runs: JSON lines over a private pair of pipes."""
