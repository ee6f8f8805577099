"""The fixtures `sandbox` and `world`, and the requests of a failed test in its report. Copy this file, too."""

from __future__ import annotations

from typing import Any, Iterator

import pytest

from merchant_sandbox import Sandbox, SandboxError, World, open_sandbox


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "world(scenario, seeds): what the fixture `world` is made from.")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One sandbox for all tests; with pytest-xdist one for each worker."""
    with open_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def world(sandbox: Sandbox, request: pytest.FixtureRequest) -> Iterator[World]:
    """A world for one test. `@pytest.mark.world(scenario="flaky")` says what it is made from."""
    marker = request.node.get_closest_marker("world")
    with sandbox.world(**(marker.kwargs if marker else {})) as world:
        yield world


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
    world = getattr(item, "funcargs", {}).get("world")
    if call.when != "call" or call.excinfo is None or not isinstance(world, World):
        return
    try:
        requests = world.describe_requests()
    except SandboxError as error:
        requests = str(error)
    item.add_report_section("call", "requests to the sandbox", requests)
