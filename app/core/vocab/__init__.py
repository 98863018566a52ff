"""The words every room shares: ids, devices, runs, node specs, reasons, errors."""
