"""One file per node type; module tops import neither torch nor numpy."""
