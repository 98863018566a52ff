"""SQLite through peewee: one writer thread, read-only readers, numbered migrations."""
