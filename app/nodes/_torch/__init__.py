"""What nodes do with torch: modules here import torch at the top and are imported inside execute() only."""
