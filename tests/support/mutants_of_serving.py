"""Mutants of rows about settings, the folder, hosts and addresses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.support.mutation import of, wrap


def _configured(**changes: Any) -> None:
    """The run service gets these values whatever the settings say."""
    from app.compose import rooms

    wrap(rooms, "run_config", lambda made: lambda settings: replace(made(settings), **changes))


def _limited(**changes: Any) -> None:
    """The same for limits of slots."""
    from app.compose import rooms

    def make(made: Any) -> Any:
        def limited(settings: Any) -> Any:
            config = made(settings)
            return replace(config, limits=replace(config.limits, **changes))

        return limited

    wrap(rooms, "run_config", make)


@of("EA-090")
def accelerators_have_one_place() -> None:
    """The setting for accelerators is not looked at."""
    _limited(accelerator=1)


@of("EA-091")
def the_cpu_has_two_places() -> None:
    """The setting for the CPU is not looked at."""
    _limited(cpu=2)


@of("EA-092")
def devices_have_no_limits_of_their_own() -> None:
    """Overrides are not looked at."""
    _limited(overrides={})


@of("RW-057", tests=("tests/integration/test_settings_in_force.py",))
def the_queue_is_never_kept() -> None:
    """The setting is not looked at."""
    _configured(keep_queue=False)


@of("RW-301")
def folders_stay_where_they_are() -> None:
    """Models lie below the user-data folder, whatever the setting says."""
    from app.compose import rooms

    def make(folders: Any) -> Any:
        return lambda settings: replace(folders(settings), models=settings.user_data_dir / "data" / "models")

    wrap(rooms, "folders", make)


@of("RW-035")
def the_user_data_folder_has_one_place() -> None:
    """The variable is not looked at."""
    from app import settings

    wrap(settings, "user_data_dir", lambda found: lambda environ: found({}))


@of("DN-016", tests=("tests/unit/runs/test_lock.py",))
def a_lock_that_lets_everybody_in() -> None:
    """The folder is taken without asking the system."""
    from app.runs import lock

    wrap(lock, "_lock", lambda _: lambda descriptor: None)


@of("RW-018", tests=("tests/unit/cli/test_dispatch.py",))
def a_version_without_its_product() -> None:
    """The number alone."""
    import builtins

    def make(shown: Any) -> Any:
        return lambda *words, **more: shown(*(str(word).removeprefix("codefyui-desktop ") for word in words), **more)

    wrap(builtins, "print", make)


@of("RW-089")
def every_host_is_served() -> None:
    """Nobody looks at Host."""
    from app.api import guards

    wrap(guards, "check_host", lambda _: lambda target, headers, hosts: None)


@of("RW-090", "RX-311")
def no_further_hosts() -> None:
    """The setting is not looked at."""
    from app.api import guards

    wrap(guards, "allowed_hosts", lambda allowed: lambda bind, port, extra, *rest: allowed(bind, port, "", *rest))


@of("RW-088")
def interfaces_are_no_hosts() -> None:
    """Only the loopback names are served."""
    from app.api import guards

    wrap(guards, "allowed_hosts", lambda allowed: lambda bind, port, extra, *rest: allowed(bind, port, extra))


def _bound_to(address: str) -> None:
    from app.api.server import HttpServer

    wrap(HttpServer, "start", lambda start: lambda self, host, port: start(self, address, port))


@of("RW-086", in_children=True)
def open_to_everybody() -> None:
    """Every server listens on all addresses."""
    _bound_to("0.0.0.0")


@of("RW-087", in_children=True)
def open_to_nobody_else() -> None:
    """Every server listens on loopback."""
    _bound_to("127.0.0.1")


@of("RW-273", in_children=True)
def a_stop_is_a_failure() -> None:
    """A supervisor that asked for the end sees an error."""
    from app.cli import serve

    wrap(serve, "main", lambda main: lambda arguments: main(arguments) or 3)
