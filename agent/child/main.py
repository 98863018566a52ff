"""The run subprocess: context, sinks, engine, exit code."""
