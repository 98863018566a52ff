"""Who may ask: the allowlist, origins and the token, case by case."""

from __future__ import annotations

import pytest
from multidict import CIMultiDict, CIMultiDictProxy

from app.api import guards
from app.api.errors import HttpRefusal

KNOWN = guards.origins("http://localhost:5173, http://localhost:3000/")
HOSTS = guards.allowed_hosts("127.0.0.1", 8000, "gpu-gw.lan:9000, Lab.example")


def headers(*pairs: tuple[str, str]) -> CIMultiDictProxy[str]:
    return CIMultiDictProxy(CIMultiDict(pairs))


def refused(status: int, code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(HttpRefusal) as caught:
        call()
    assert (caught.value.status, caught.value.reason.code) == (status, code)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1:8000", "localhost", "LocalHost:8000", "[::1]", "[::1]:8000", "gpu-gw.lan:9000",
        "lab.example", "lab.example:8000",
    ],
)  # fmt: skip
def test_allowed_host(host: str) -> None:
    guards.check_host("/", headers(("Host", host)), HOSTS)


@pytest.mark.parametrize(
    "host",
    [
        "", "evil.example", "127.0.0.1:8001", "localhost.evil.example", "gpu-gw.lan", "gpu-gw.lan:8000", "::1",
        "127.0.0.1:8000@evil.example", "lab.example:9000", "0.0.0.0:8000", "127.0.0.1, evil.example",
    ],
)  # fmt: skip
def test_other_hosts_are_421(host: str) -> None:
    refused(421, "host_not_allowed", lambda: guards.check_host("/", headers(("Host", host)), HOSTS))


def test_no_host_two_hosts_and_a_foreign_target_are_421() -> None:
    one = ("Host", "localhost")
    refused(421, "host_not_allowed", lambda: guards.check_host("/", headers(), HOSTS))
    refused(421, "host_not_allowed", lambda: guards.check_host("/", headers(one, one), HOSTS))
    refused(421, "host_not_allowed", lambda: guards.check_host("http://evil/", headers(one), HOSTS))


def test_a_bind_to_all_addresses_allows_those_of_the_interfaces_only() -> None:
    hosts = guards.allowed_hosts("0.0.0.0", 8000, "", ["192.168.1.5", "fe80::1%eth0"])
    assert {"192.168.1.5:8000", "192.168.1.5", "[fe80::1]:8000"} <= hosts
    assert not {"0.0.0.0", "0.0.0.0:8000"} & hosts


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://localhost:5174", "file://localhost:8000"]
)
def test_a_foreign_page_changes_nothing(method: str, origin: str) -> None:
    given = headers(("Host", "localhost:8000"), ("Origin", origin))
    refused(403, "foreign_origin", lambda: guards.check_origin(given, method, KNOWN))


@pytest.mark.parametrize("origin", ["http://localhost:8000", "http://localhost:5173", "HTTP://LOCALHOST:3000"])
def test_friendly_origins(origin: str) -> None:
    given = headers(("Host", "localhost:8000"), ("Origin", origin))
    assert guards.check_origin(given, "POST", KNOWN) == origin


def test_a_foreign_page_may_make_a_browser_read_but_is_not_friendly() -> None:
    given = headers(("Host", "localhost:8000"), ("Origin", "https://evil.example"))
    assert guards.check_origin(given, "GET", KNOWN) is None


@pytest.mark.parametrize(("site", "fine"), [
    (None, True), ("none", True), ("same-origin", True), ("cross-site", False), ("same-site", False),
])  # fmt: skip
def test_the_token_is_read_by_no_other_site(site: str | None, fine: bool) -> None:
    given = headers(("Host", "localhost"), *([("Sec-Fetch-Site", site)] if site else []))
    if fine:
        guards.check_reader(given, KNOWN)
    else:
        refused(403, "foreign_origin", lambda: guards.check_reader(given, KNOWN))


def test_a_known_origin_reads_the_token_although_browsers_call_it_same_site() -> None:
    given = headers(("Host", "localhost"), ("Origin", "http://localhost:5173"), ("Sec-Fetch-Site", "same-site"))
    guards.check_reader(given, KNOWN)
    foreign = headers(("Host", "localhost"), ("Origin", "https://evil.example"))
    refused(403, "foreign_origin", lambda: guards.check_reader(foreign, KNOWN))


def test_token() -> None:
    guards.check_token(headers((guards.TOKEN_HEADER, "abc")), "abc")
    refused(403, "token_missing", lambda: guards.check_token(headers(), "abc"))
    for wrong in ("", "ab", "abcd", "ABC", "äbc", "abc\udcff"):
        refused(403, "token_wrong", lambda w=wrong: guards.check_token(headers((guards.TOKEN_HEADER, w)), "abc"))
    twice = headers((guards.TOKEN_HEADER, "abc"), (guards.TOKEN_HEADER, "abc"))
    refused(403, "token_wrong", lambda: guards.check_token(twice, "abc"))


@pytest.mark.parametrize(("method", "path", "needed"), [
    ("POST", "/api/runs", True), ("DELETE", "/api/nowhere", True), ("GET", "/api/runs", False),
    ("HEAD", "/api/x", False),
    ("POST", "/api/apps/x", False), ("POST", "/api/keys", False), ("POST", "/api/appstore", True),
    ("POST", "/x", False),
])  # fmt: skip
def test_which_requests_need_the_token(method: str, path: str, needed: bool) -> None:
    assert guards.needs_token(method, path) is needed
