"""How a route is declared: once, beside its handler, with everything the dispatcher and the document need to know."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from app.api.errors import HttpRefusal
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from aiohttp import web

    from app.api.keys import Services
    from app.core.vocab.errors import CduiError

JSON = "application/json"


class Model(BaseModel):
    """Base of every HTTP model. Built when first used: forty models at import would cost a tenth of a second."""

    model_config = ConfigDict(defer_build=True, extra="forbid", protected_namespaces=())


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole)
"""For a whole number, however it is written: JSON has one kind, and 13.0 is an integer to its schemas. Stands last."""


class Open(Model):
    """Base of answers that may grow keys of their own, such as node rows."""

    model_config = ConfigDict(defer_build=True, extra="allow", protected_namespaces=())


BodyT = TypeVar("BodyT")
QueryT = TypeVar("QueryT")


@dataclass(frozen=True)
class Call(Generic[BodyT, QueryT]):
    """One request as a handler sees it: parsed, checked and allowed.

    body: the request model, or the strict JSON value for `body_is_raw`. lang: `en` or `zh-TW`.
    """

    request: web.Request
    services: Services
    body: BodyT
    query: QueryT
    lang: str

    def path(self, name: str) -> str:
        """A part of the path, percent-decoded; it may hold any character, `/` and NUL included."""
        return self.request.match_info[name]


Handler = Callable[[Any], Awaitable[Any]]


@dataclass(frozen=True, eq=False)
class Route:
    """One method on one path. errors: codes beyond those that every route may answer. needs_token: whether
    the session token is asked for. cap: name of the setting that bounds the body. status: of success.
    body_schema: what the document says of a body_is_raw. takes: names of request headers that it looks at.
    kinds: codes that only the route's own envelope has, whose words are those of other codes.
    upload: the body is a form with a file, which the handler reads as it arrives. rest: whether the last part of the
    path may hold `/`. refusals: status -> what it says here, of refusals that not every route of its kind has.
    is_socket: the GET becomes a WebSocket, and the handler is given its Socket. frames: what it sends.
    refuse: makes the answer of a refusal beyond the guards, in the shape of `answer`. waits: the handler changes
    something at once and then only waits; it ends when its client leaves, like a GET.
    """

    method: str
    path: str
    summary: str
    handler: Handler
    tag: str
    body: type[BaseModel] | None = None
    body_is_raw: bool = False
    body_schema: Mapping[str, Any] = field(default_factory=dict)
    query: type[BaseModel] | None = None
    answer: type[BaseModel] | None = None
    answer_is_list: bool = False
    media: tuple[str, ...] = (JSON,)
    errors: tuple[str, ...] = ()
    needs_token: bool = False
    cap: str = "max_run_body_bytes"
    status: int = 200
    takes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    upload: bool = False
    rest: bool = False
    refusals: Mapping[str, str] = field(default_factory=dict)
    is_socket: bool = False
    frames: tuple[type[BaseModel], ...] = ()
    refuse: Callable[[web.Request, CduiError], web.Response] | None = None
    waits: bool = False


class Table:
    """The routes of one module, in order of declaration."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.routes: list[Route] = []

    def get(self, path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare a GET: open to everyone who may dial this server."""
        return self._add("GET", path, summary, more)

    def post(self, path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare a POST: needs the session token."""
        return self._add("POST", path, summary, {"needs_token": True, **more})

    def put(self, path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare a PUT: needs the session token."""
        return self._add("PUT", path, summary, {"needs_token": True, **more})

    def patch(self, path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare a PATCH: needs the session token."""
        return self._add("PATCH", path, summary, {"needs_token": True, **more})

    def delete(self, path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare a DELETE: needs the session token."""
        return self._add("DELETE", path, summary, {"needs_token": True, **more})

    def websocket(self, path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare a WebSocket: the session token is asked for when it opens."""
        return self._add("GET", path, summary, {"is_socket": True, **more})

    def _add(self, method: str, path: str, summary: str, more: dict[str, Any]) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            self.routes.append(Route(method, path, summary, handler, self.tag, **more))
            return handler

        return keep


def parse_body(model: type[BaseModel], value: Any) -> BaseModel:
    """Raises: HttpRefusal 422 that lists every field which is not as the model says."""
    try:
        return model.model_validate(value, strict=True)
    except ValidationError as error:
        raise unprocessable("body", error) from None


def parse_query(model: type[BaseModel], query: Iterable[tuple[str, str]]) -> BaseModel:
    """Read the query string. A name given twice is a list where the model has one, else refused; unknown names are
    left alone. Raises: HttpRefusal 422.
    """
    given: dict[str, list[str]] = {}
    for name, text in query:
        if name in model.model_fields:
            given.setdefault(name, []).append(text)
    flat = {name: texts if _takes_list(model, name) or len(texts) > 1 else texts[0] for name, texts in given.items()}
    try:
        return model.model_validate(flat)
    except ValidationError as error:
        raise unprocessable("query", error) from None


def _takes_list(model: type[BaseModel], name: str) -> bool:
    return str(model.model_fields[name].annotation).startswith("list[")


def unprocessable(where: str, error: ValidationError) -> HttpRefusal:
    """422 with {path, problem, text} for every field, at most fifty of them."""
    fields = []
    for one in error.errors(include_url=False, include_context=False, include_input=False)[:50]:
        path = ".".join([where, *(str(part)[:80] for part in one["loc"])])
        fields.append({"path": path, "problem": one["type"], "text": one["msg"]})
    named = ", ".join(dict.fromkeys(f["path"] for f in fields))
    return HttpRefusal(422, reason("invalid_request", where=named[:500], fields=fields))
