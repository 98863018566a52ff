"""Every setting of the control plane: one pydantic model.

A setting named `port` is read from the environment as CODEFYUI_PORT, else from settings.json below the user-data
folder, else it has its default. Read once at start; rooms get values, never this object. Plain pydantic instead of
pydantic-settings: its import alone costs a fifth of the start budget, and sources are only these two.
"""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from app.core.vocab.device import is_device
from app.core.vocab.errors import Refused, Unavailable
from app.core.vocab.reason import Reason, reason
from app.private import write_private

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PREFIX = "CODEFYUI_"
MIB = 1024 * 1024
Source = Literal["default", "file", "env", "argument"]
SecretsStore = Literal["auto", "file", "memory"]
LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]

LEAST_MESSAGE_BYTES = 1024
"""A lower limit would refuse the messages that any canvas needs: to attach, to cancel."""


class BadSettings(Refused):
    """At least one setting has a value that cannot be used. problems: one reason per setting, in order of the model."""

    def __init__(self, problems: tuple[Reason, ...]) -> None:
        super().__init__(problems[0])
        self.problems = problems


def _has(default: Any, en: str, zh: str, unit: str = "", *, start: bool = False, **bounds: Any) -> Any:
    """Describe one setting. unit: empty for texts and flags. start: only the environment can set it."""
    extra: dict[str, Any] = {"unit": unit, "en": en, "zh-TW": zh, "env_only": start}
    return Field(default, json_schema_extra=extra, **bounds)


USUAL = PREFIX + "USUAL_"
"""Of variables by which a launcher says what a setting is while no person has set it anywhere."""


class Settings(BaseModel):
    """Values by name, each with its unit, bounds and one line of help in both languages.

    Folders that are not set lie below the user-data folder; every path is absolute once `from_env` has made the object.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)
    _sources: dict[str, Source] = PrivateAttr(default_factory=dict)

    host: str = _has("127.0.0.1", "Address the server listens on.", "伺服器監聽的位址。", max_length=255)
    port: int = _has(8000, "Port the server listens on; 0 takes a free one.", "伺服器監聽的連接埠；0 表示任一空閒埠。",
                     "port", ge=0, le=65535)  # fmt: skip
    user_data_dir: Path = _has(
        Path(),
        "Folder of the database, the logs and everything else that is kept.",
        "存放資料庫、記錄檔與其他所有保留資料的資料夾。",
        "path",
        start=True,
    )
    db_path: Path = _has(Path("codefyui.db"), "Database file.", "資料庫檔案。", "path")
    graphs_dir: Path = _has(Path("data/graphs"), "Folder of saved graphs.", "已儲存圖的資料夾。", "path")
    models_dir: Path = _has(Path("data/models"), "Folder of models and checkpoints.", "模型與檢查點的資料夾。", "path")
    images_dir: Path = _has(Path("data/images"), "Folder of images.", "圖片的資料夾。", "path")
    media_dir: Path = _has(Path("data/media"), "Folder of media that runs write.", "執行所寫媒體檔的資料夾。", "path")
    data_files_dir: Path = _has(Path("data/files"), "Folder of uploaded data files.", "上傳資料檔的資料夾。", "path")
    presets_dir: Path = _has(Path("data/presets"), "Folder of presets.", "預設組的資料夾。", "path")
    custom_nodes_dir: Path = _has(Path("data/custom_nodes"), "Folder of own nodes.", "自訂節點的資料夾。", "path")
    extra_allowed_hosts: str = _has(
        "",
        "More host names that browsers and workers may dial, separated by commas, such as gpu-gw.lan:8000.",
        "瀏覽器與工作端還可使用的主機名稱，以逗號分隔，例如 gpu-gw.lan:8000。",
        max_length=4096,
    )
    cors_origins: str = _has(
        "http://localhost:5173,http://localhost:5174,http://localhost:3000",
        "Web origins that may call the API from a browser, separated by commas.",
        "可從瀏覽器呼叫 API 的網頁來源，以逗號分隔。",
        max_length=4096,
    )
    max_parallel_nodes: int = _has(
        4, "Nodes of one run that may execute at once.", "同一次執行中可同時執行的節點數。", "nodes", ge=1, le=256
    )
    python: str = _has(
        "",
        "Python interpreter that runs execute under, with the PyTorch it has; empty for the program's own.",
        "執行所用的 Python 直譯器與其 PyTorch；留空則使用程式本身的。",
        "path",
        max_length=4096,
    )
    default_device: str = _has(
        "auto",
        "Device of runs whose graph and options name none: cpu, auto (the best there is), cuda, cuda:N or mps.",
        "圖與選項都未指定裝置時使用的裝置：cpu、auto（現有最佳的）、cuda、cuda:N 或 mps。",
        max_length=16,
    )
    run_queue_max_concurrent_gpu: int = _has(
        1, "Runs at once on each accelerator.", "每個加速器可同時進行的執行數。", "runs", ge=-1024, le=1024
    )
    run_queue_max_concurrent_cpu: int = _has(
        2, "Runs at once on the CPU.", "CPU 可同時進行的執行數。", "runs", ge=-1024, le=1024
    )
    run_queue_max_concurrent: str = _has(
        "",
        "Limits for single devices that override the two above, such as cuda:0=2,cpu=8.",
        "個別裝置的上限，優先於上面兩項，例如 cuda:0=2,cpu=8。",
        max_length=4096,
    )
    run_interactive_max_concurrent: int = _has(
        2,
        "Canvas runs that may go on at once; one more is refused.",
        "可同時進行的畫布執行數；超過時會被拒絕。",
        "runs",
        ge=1,
        le=1024,
    )
    execution_cache_max_mb: int = _has(
        1024,
        "Size of the results that each open canvas keeps; 0 limits only their number.",
        "每個開啟的畫布所保留結果的大小上限；0 表示只限制數量。",
        "MiB",
        ge=0,
        le=2**20,
    )
    run_output_store_max_mb: int = _has(
        2048,
        "Size of the recorded outputs of all runs; 0 limits only the number of runs.",
        "所有執行所記錄輸出的大小上限；0 表示只限制執行數。",
        "MiB",
        ge=0,
        le=2**20,
    )
    node_state_store_max_mb: int = _has(
        1024,
        "Size of the modules that layers keep between runs; 0 limits only their number.",
        "各層在執行之間所保留模組的大小上限；0 表示只限制數量。",
        "MiB",
        ge=0,
        le=2**20,
    )
    stats_sample_threshold: int = _has(
        4_000_000,
        "Elements of a recorded tensor up to which its figures are of all of them.",
        "所記錄張量的元素數在此以內時，統計涵蓋全部元素。",
        "elements",
        ge=1000,
        le=1_000_000_000,
    )
    stats_sample_size: int = _has(
        1_000_000,
        "Elements that are drawn for the figures of a larger tensor.",
        "張量更大時，為統計所抽取的元素數。",
        "elements",
        ge=1000,
        le=100_000_000,
    )
    stats_cache_max_bytes: int = _has(
        8 * MIB,
        "Size of the figures that are kept for the next time they are asked for; 0 keeps none.",
        "為下次查詢保留的統計結果大小上限；0 表示不保留。",
        "bytes",
        ge=0,
        le=2**30,
    )
    run_retention_keep_last: int = _has(
        200,
        "Newest runs that are kept; 0 keeps none, a negative number keeps all.",
        "保留最新的執行數；0 表示都不保留，負數表示全部保留。",
        "runs",
        ge=-1_000_000_000,
        le=1_000_000_000,
    )
    run_event_payload_cap_bytes: int = _has(
        131072, "Largest payload of one event.", "單一事件內容的大小上限。", "bytes", ge=1024, le=64 * MIB
    )
    run_events_response_cap_bytes: int = _has(
        4 * MIB, "Largest page of events.", "單頁事件的大小上限。", "bytes", ge=1024, le=256 * MIB
    )
    max_run_body_bytes: int = _has(
        64 * MIB, "Largest request body, uploads aside.", "請求內容的大小上限（上傳除外）。", "bytes", ge=1024, le=2**31
    )
    ws_max_message_bytes: int = _has(
        0,
        "Largest message that a canvas may send over its socket, 1024 or more; 0 takes the limit of request bodies.",
        "畫布可透過 WebSocket 傳送的訊息大小上限，至少 1024；0 表示採用請求內容的上限。",
        "bytes",
        ge=0,
        le=2**31,
    )
    max_upload_size: int = _has(
        500 * MIB, "Largest uploaded file.", "單一上傳檔案的大小上限。", "bytes", ge=1024, le=2**50
    )
    max_image_pixels: int = _has(
        25_000_000,
        "Most pixels of a picture that is read, width times height.",
        "可讀取圖片的像素數上限（寬乘以高）。",
        "pixels",
        ge=1,
        le=89_478_485,  # beyond this the imaging library has its own opinion
    )
    queue_keep: bool = _has(
        False,
        "Whether waiting runs stay in the queue when the server restarts.",
        "伺服器重新啟動時，是否保留佇列中等待的執行。",
    )
    secrets_store: SecretsStore = _has(
        "auto",
        "Where remembered secrets are kept: auto is the system's keyring, or memory where that cannot be used; file is"
        " a file that only this account can read; memory is until the server stops.",
        "記住的機密值存放在哪裡：auto 為系統的鑰匙圈，無法使用時為記憶體；file 為只有此帳號能讀取的檔案；"
        "memory 則保留到伺服器停止。",
    )
    log_level: LogLevel = _has("INFO", "Least severe messages that are logged.", "記錄訊息的最低等級。")
    log_dir: Path = _has(Path("logs"), "Folder of the server's log.", "伺服器記錄檔的資料夾。", "path")
    log_json: bool = _has(
        False, "Whether the terminal shows JSON lines instead of text.", "終端機是否以 JSON 行取代文字顯示記錄。"
    )
    debug: bool = _has(False, "Whether debug messages are logged too.", "是否同時記錄除錯訊息。")

    @field_validator("ws_max_message_bytes")
    @classmethod
    def _none_or_enough(cls, value: int) -> int:
        if 0 < value < LEAST_MESSAGE_BYTES:
            raise PydanticCustomError("below_least", "below {least}", {"least": LEAST_MESSAGE_BYTES})
        return value

    @field_validator("default_device")
    @classmethod
    def _device(cls, value: str) -> str:
        if not is_device(value):
            raise PydanticCustomError("no_device", "no device")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @classmethod
    def from_env(cls, environ: Mapping[str, str], file: Path | None = None) -> Settings:
        """Read every setting. file: settings.json, by default the one below the user-data folder.

        An empty variable counts as not set. Raises: BadSettings naming every variable that cannot be used.
        """
        data = user_data_dir(environ)
        saved = read_saved(file or data / "settings.json")
        given: dict[str, Any] = {}
        sources: dict[str, Source] = {}
        for name in cls.model_fields:
            if environ.get(PREFIX + name.upper(), "").strip():
                given[name], sources[name] = environ[PREFIX + name.upper()], "env"
            elif name in saved and not env_only(name):
                given[name], sources[name] = saved[name], "file"
            elif environ.get(USUAL + name.upper(), "").strip():
                given[name] = environ[USUAL + name.upper()]  # nobody has decided: it counts as a default
        problems = check(given)
        if problems:
            raise BadSettings(problems)
        made = cls.model_validate({**given, "user_data_dir": data})
        made = made.model_copy(update=_absolute(made, data, sources))
        made._sources.update(sources)
        return made

    def with_arguments(self, **given: Any) -> Settings:
        """The same with what the command line says; None is nothing said. Raises: BadSettings."""
        said = {name: value for name, value in given.items() if value is not None}
        problems = check(said)
        if problems:
            raise BadSettings(problems)
        made = self.model_copy(update=said)
        made._sources = {**self._sources, **dict.fromkeys(said, "argument")}
        return made

    def source(self, name: str) -> Source:
        """Where the value of a setting comes from."""
        return self._sources.get(name, "default")

    @property
    def settings_file(self) -> Path:
        """Where saved settings lie."""
        return self.user_data_dir / "settings.json"


def user_data_dir(environ: Mapping[str, str]) -> Path:
    """The user-data folder, absolute: CODEFYUI_USER_DATA_DIR, else the place this system has for such data."""
    named = environ.get(PREFIX + "USER_DATA_DIR", "").strip()
    if named:
        return Path(os.path.abspath(Path(named).expanduser()))
    import platformdirs

    return Path(platformdirs.user_data_dir("codefyui", appauthor=False))


def _absolute(made: Settings, data: Path, sources: Mapping[str, Source]) -> dict[str, Path]:
    """Paths made absolute: named ones from the starting folder, default ones from the user-data folder."""
    found = {}
    for name in Settings.model_fields:
        value = getattr(made, name)
        if isinstance(value, Path) and name != "user_data_dir":
            base = Path.cwd() if name in sources else data
            found[name] = Path(os.path.abspath(base / value.expanduser()))
    return found


def read_saved(file: Path) -> dict[str, Any]:
    """What settings.json holds; nothing when there is none. Raises: BadSettings for a file that is no JSON object."""
    try:
        saved = json.loads(file.read_text("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):  # start names a folder that is none
        return {}
    except (OSError, ValueError, RecursionError):
        raise BadSettings((reason("settings_file_unreadable", file=str(file)),)) from None
    if not isinstance(saved, dict):
        raise BadSettings((reason("settings_file_unreadable", file=str(file)),))
    return cast("dict[str, Any]", saved)


_SAVING = threading.Lock()
"""Two pages that save at once must not undo each other."""


def merge_saved(file: Path, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> dict[str, Any]:
    """Replace some keys of settings.json, atomically and with mode 0600, and answer what it holds now.

    change: from what is saved to the keys that change; None drops a key. Raises: BadSettings for a file that cannot be
    read, Unavailable file_not_written for one that cannot be written (a full disk): it is as it was then.
    """
    with _SAVING:
        saved = read_saved(file)
        kept = {name: value for name, value in {**saved, **change(saved)}.items() if value is not None}
        try:
            write_private(file, kept)
        except OSError as error:
            raise Unavailable(reason("file_not_written", file=file.name, why=error.strerror or str(error))) from error
    return kept


def describe(name: str) -> dict[str, Any]:
    """{unit, en, zh-TW, env_only} of a setting."""
    return cast("dict[str, Any]", Settings.model_fields[name].json_schema_extra)


def env_only(name: str) -> bool:
    """True when settings.json cannot hold it (the file lies in the folder that the setting names)."""
    return bool(describe(name)["env_only"])


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_WANTED = {"int_parsing": "number", "int_type": "number", "int_from_float": "number", "int_parsing_size": "number",
           "bool_parsing": "flag", "bool_type": "flag", "literal_error": "choice", "path_type": "path"}  # fmt: skip


def check(given: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Name everything that is wrong with these values (setting name -> value)."""
    unusable = [n for n, v in given.items() if isinstance(v, str) and _CONTROL.search(v)]
    found = {name: reason("setting_bad_text", name=PREFIX + name.upper()) for name in unusable}
    try:
        Settings.model_validate(dict(given))
    except ValidationError as error:
        for one in error.errors(include_url=False, include_context=True):
            name = str(one["loc"][0]) if one["loc"] else ""
            found.setdefault(name, _problem(name, given.get(name), one["type"], one.get("ctx", {})))
    return tuple(found.values())


def _problem(name: str, value: Any, kind: str, context: Mapping[str, Any]) -> Reason:
    shown = {"name": PREFIX + name.upper(), "value": str(value)[:100]}
    if name not in Settings.model_fields:
        return reason("setting_unknown", **shown)
    if kind in ("greater_than_equal", "less_than_equal"):
        return reason("setting_out_of_range", **shown, low=bound(name, "ge"), high=bound(name, "le"))
    if kind == "below_least":
        return reason("setting_out_of_range", **shown, low=context["least"], high=bound(name, "le"))
    if kind == "no_device":
        return reason("setting_not_a_choice", **shown, choices="cpu, auto, cuda, cuda:N, mps, mps:N")
    wanted = _WANTED.get(kind, "text")
    if wanted == "choice":
        return reason("setting_not_a_choice", **shown, choices=str(context.get("expected", "")))
    return reason(f"setting_not_a_{wanted}", **shown)


def bound(name: str, which: str) -> Any:
    """The inclusive lower (`ge`) or upper (`le`) bound, or None."""
    return next((getattr(m, which) for m in Settings.model_fields[name].metadata if hasattr(m, which)), None)
