"""peewee models, one per table. They build queries; migrations.py makes the tables, a test holds the two together."""

from __future__ import annotations

from peewee import FloatField, IntegerField, Model, TextField


class ExecRun(Model):
    """One run. JSON columns hold strict JSON text; times are ISO-8601 UTC; `keep` is 0 or 1.

    `graph_snapshot` stands last so that reading the other columns never walks its overflow pages.
    """

    id = TextField(primary_key=True)
    name = TextField(null=True)
    options = TextField()
    status = TextField()
    error = TextField(null=True)
    queue_key = TextField()
    created_at = TextField()
    started_at = TextField(null=True)
    finished_at = TextField(null=True)
    git_commit = TextField(null=True)
    git_dirty = IntegerField(null=True)
    plugin_pins = TextField(null=True)
    sweep_id = TextField(null=True)
    sweep_variant = IntegerField(null=True)
    tags = TextField()
    keep = IntegerField()
    graph_name = TextField()
    worker_id = TextField(null=True)
    execution_facts = TextField()
    peak_memory = TextField()
    final_metrics = TextField()
    last_cursor = IntegerField()
    graph_snapshot = TextField()

    class Meta:
        """Table name."""

        table_name = "exec_runs"


class ExecRunEvent(Model):
    """One event; (run_id, cursor) is unique."""

    run_id = TextField()
    cursor = IntegerField()
    type = TextField()
    payload = TextField()
    ts = TextField()

    class Meta:
        """Table name; rows are found by (run_id, cursor)."""

        table_name = "exec_run_events"
        primary_key = False


class ExecRunMetric(Model):
    """One metric point; value is NULL for NaN and infinities."""

    run_id = TextField()
    node_id = TextField()
    name = TextField()
    step = IntegerField()
    value = FloatField(null=True)
    ts = TextField()

    class Meta:
        """Table name; rows are found by (run_id, name, step)."""

        table_name = "exec_run_metrics"
        primary_key = False


class ExecRunArtifact(Model):
    """One file that a run wrote. Ids are given by the plane, ascending, never used twice in one database."""

    id = IntegerField(primary_key=True)
    run_id = TextField()
    kind = TextField()
    path = TextField()
    node_id = TextField()
    meta = TextField()
    created_at = TextField()
    backend = TextField()
    mount_label = TextField(null=True)
    relative_path = TextField(null=True)

    class Meta:
        """Table name."""

        table_name = "exec_run_artifacts"


class QueueState(Model):
    """What the queue remembers over a restart: key -> value."""

    key = TextField(primary_key=True)
    value = TextField()

    class Meta:
        """Table name."""

        table_name = "queue_state"


class SchemaVersion(Model):
    """One row: how far migrations have gone."""

    id = IntegerField(primary_key=True)
    version = IntegerField()

    class Meta:
        """Table name."""

        table_name = "schema_version"


MODELS: tuple[type[Model], ...] = (ExecRun, ExecRunEvent, ExecRunMetric, ExecRunArtifact, QueueState, SchemaVersion)
