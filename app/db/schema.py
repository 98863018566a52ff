"""peewee models, one per table."""
