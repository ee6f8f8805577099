"""A sandbox in Python tests: copy this file. It needs Python 3.9 or later, and nothing else.

    with open_sandbox() as sandbox, sandbox.world(scenario="flaky") as world:
        response = my_client(world.base_url, world.api_key)
        world.advance_clock("91d")

`open_sandbox` uses the sandbox at SANDBOX_CONTROL_URL, which `merchant-sandbox exec` sets, with SANDBOX_CONTROL_TOKEN
if it has a token. Otherwise it starts one: the executable at MERCHANT_SANDBOX_BIN, or `merchant-sandbox` on the PATH.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from typing import Any, Iterator, Mapping, Sequence
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

Json = Any
Fields = Mapping[str, Any]

TIMEOUT_SECONDS = 10


class SandboxError(Exception):
    """The sandbox cannot be started or reached, or rejected a call; `errors` lists each mistake in what was sent."""

    def __init__(self, message: str, errors: Sequence[Fields] = ()) -> None:
        lines = [f"{error.get('path', '')}: {error.get('message', '')}" for error in errors]
        super().__init__("\n  ".join([message, *lines]))
        self.errors = errors


class World:
    """One isolated copy of merchants, keys, products, orders, clock, limits, faults and requests."""

    def __init__(self, control: Control, made: Fields) -> None:
        self._control = control
        self.name: str = made["name"]
        self.base_url: str = made["baseUrl"]
        self.hosted_url: str = made["hostedUrl"]
        self.api_key: str = made["apiKey"]
        """A key with all scopes."""

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.drop()

    def control(self, method: str, path: str = "", body: Json = None) -> Json:
        """Makes any call of the control API; the path is what follows the world's name."""
        return self._control.call(method, f"/worlds/{quote(self.name)}{path}", body)

    def change(self, seeds: Fields) -> None:
        """Applies changes, with the fields of a scenario file."""
        self.control("PATCH", "", seeds)

    def reset(self) -> None:
        """Takes the world back to its start."""
        self.control("POST", "/reset")

    def drop(self) -> None:
        """Removes the world."""
        self.control("DELETE")

    def snapshot(self) -> str:
        """The state as one seed file in YAML."""
        return str(self.control("GET", "/snapshot"))

    def requests(self, **filters: object) -> list[dict[str, Any]]:
        """The requests so far, the newest last. Filters: endpoint, status (401, "4xx", "dropped"), method, key, q."""
        found: list[dict[str, Any]] = self.control("GET", f"/requests?{urlencode(filters)}")
        return found

    def describe_requests(self) -> str:
        """The requests, each with its status and why it failed, for the report of a test."""
        lines = []
        for request in self.requests():
            status = request["status"] or "no response"
            lines.append(f"{request['method']} {request['path']} -> {status} ({request['id']})")
            lines += [f"  why: {request['why']}"] if request["why"] else []
            lines += [f"  hint: {hint}" for hint in request["hints"]]
        return "\n".join(lines) or "no requests"

    def advance_clock(self, by: str) -> None:
        """Moves the clock ahead, by a length of time like "91d" or "1h30m"."""
        self.control("POST", "/clock/advance", {"by": by})

    def set_clock(self, now: str | None = None, frozen: bool | None = None) -> None:
        """Sets the clock to a time in ISO 8601, freezes it, or lets it run."""
        given = {"now": now, "frozen": frozen}
        self.control("PUT", "/clock", {name: value for name, value in given.items() if value is not None})

    def set_faults(self, *faults: Fields) -> None:
        """Replaces the faults, like `{"endpoint": "orders", "respond": 503, "times": 1}`; without any, none is left."""
        self.control("PUT", "/faults", list(faults))

    def add_order(self, **fields: object) -> dict[str, Any]:
        """Adds an order, with the fields of a seed file: product, amountMinor, state and so on."""
        order: dict[str, Any] = self.control("POST", "/orders", fields)
        return order

    def change_order(self, order: str, **fields: object) -> None:
        """Changes an order by its id, such as `refundedMinor="450"`."""
        self.control("PATCH", f"/orders/{quote(order, safe='')}", fields)

    def change_product(self, product: str, **fields: object) -> None:
        """Changes a product by its public code or id, such as `status="DRAFT"`."""
        self.control("PATCH", f"/products/{quote(product, safe='')}", fields)

    def create_key(self, **fields: object) -> str:
        """Creates a key, with the fields of a seed file: merchant, scopes, expiresAt and so on. Returns its token."""
        return str(self.control("POST", "/keys", fields)["key"])

    def rotate_key(self, key: str) -> str:
        """Revokes a key. Returns the token of the one that replaces it."""
        return str(self.control("POST", f"/keys/{quote(key, safe='')}/rotate")["key"])

    def revoke_key(self, key: str) -> None:
        """Revokes a key, which then gets 401."""
        self.control("POST", f"/keys/{quote(key, safe='')}/revoke")


class Sandbox:
    """A running sandbox."""

    def __init__(self, control_url: str, token: str | None = None) -> None:
        url = control_url.rstrip("/")
        self.control_url = url if url.endswith("/_sandbox") else f"{url}/_sandbox"
        self._token = token
        Control(self.control_url, token).call("GET", "/health")

    def world(
        self, scenario: str | None = None, seeds: Fields | None = None, name: str | None = None
    ) -> World:
        """Makes a world from the seeds or a scenario, with changes (`seeds`) on top. `with` drops it in the end."""
        given = {"scenario": scenario, "seeds": seeds, "name": name}
        body = {field: value for field, value in given.items() if value is not None}
        made = Control(self.control_url, self._token).call("POST", "/worlds", body)
        # A shared sandbox gives each world a token of its own.
        return World(Control(self.control_url, made.get("secret", self._token)), made)


class Control:
    """Sends calls to the control API."""

    def __init__(self, url: str, token: str | None) -> None:
        self._url = url
        self._token = token
        local = urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")
        # A proxy cannot reach this machine's own addresses.
        self._opener = build_opener(ProxyHandler({})) if local else build_opener()

    def call(self, method: str, path: str, body: Json = None) -> Json:
        """Returns the JSON of the response, or its text. Raises SandboxError."""
        request = Request(self._url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self._token is not None:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                text = response.read().decode()
                return json.loads(text) if "json" in response.headers.get("Content-Type", "") else text
        except HTTPError as error:
            raise self._explain(f"{method} {path}", error) from None
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise SandboxError(f"Cannot reach a sandbox at {self._url}: {reason}. Is it running?") from None

    @staticmethod
    def _explain(call: str, error: HTTPError) -> SandboxError:
        text = error.read().decode(errors="replace")
        try:
            problem = json.loads(text)
            return SandboxError(f"{call}: {problem['detail']}", problem.get("errors", ()))
        except (ValueError, KeyError, TypeError):
            return SandboxError(f"{call}: {error.code} {text[:500]}")


@contextmanager
def open_sandbox(seeds: str | None = None) -> Iterator[Sandbox]:
    """Opens the running sandbox that the environment names, or starts one; `seeds` is the directory or file it loads."""
    url = os.environ.get("SANDBOX_CONTROL_URL")
    if url:
        yield Sandbox(url, os.environ.get("SANDBOX_CONTROL_TOKEN") or None)
        return
    program = os.environ.get("MERCHANT_SANDBOX_BIN") or shutil.which("merchant-sandbox")
    if program is None:
        raise SandboxError(
            "No sandbox. Put merchant-sandbox on the PATH, set MERCHANT_SANDBOX_BIN to the executable, or run the "
            "tests with `merchant-sandbox exec`."
        )
    flags = ["--port", "0", "--hosted-port", "0", "--log", "off", "--no-watch"]
    with _start([program, *flags, *(["--seeds", seeds] if seeds else [])]) as process:
        try:
            assert process.stdout is not None
            ready = process.stdout.readline()
            if not ready:
                raise SandboxError(f"{program} did not start:\n{process.communicate()[1].strip()}")
            yield Sandbox(json.loads(ready)["controlUrl"], os.environ.get("MERCHANT_SANDBOX_CONTROL_TOKEN"))
        finally:
            process.terminate()


def _start(command: Sequence[str]) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    except OSError as error:
        raise SandboxError(f"Cannot run {command[0]}: {error.strerror}.") from None
