"""Documents on disk: graph files with revisions, presets, examples, samples."""
