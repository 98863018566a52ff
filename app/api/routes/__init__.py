"""Every route of the HTTP face, one table per module; a new module is one line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.routes import (
    about,
    artifacts,
    contracts,
    custom,
    events,
    examples,
    files,
    graph_export,
    graph_run,
    graphs,
    log_file,
    metrics,
    nodes,
    output_files,
    outputs,
    page,
    preferences,
    presets,
    queue,
    reasons,
    run_sets,
    runs,
    secrets,
    settings,
    socket,
    state,
    system,
)

if TYPE_CHECKING:
    from app.api.declare import Route

ROUTES: tuple[Route, ...] = tuple(
    route
    for module in (
        page,
        system,
        settings,
        preferences,
        about,
        secrets,
        nodes,
        reasons,
        custom,
        presets,
        graphs,
        graph_export,
        graph_run,
        contracts,
        examples,
        files,
        runs,
        run_sets,
        events,
        log_file,
        metrics,
        artifacts,
        queue,
        output_files,
        outputs,
        state,
        socket,
    )
    for route in module.table.routes
)
