"""Tests the client, each test in a world of its own: `pytest`, or `pytest -n auto` with pytest-xdist."""

from __future__ import annotations

from urllib.error import HTTPError

import pytest

from links import Shop
from merchant_sandbox import World


def test_every_product_on_sale_has_a_link(world: World) -> None:
    links = Shop(world.base_url, world.api_key).links()
    assert links["ATLAS-1"].startswith(f"{world.hosted_url}/checkout/")
    world.change_product("ATLAS-1", status="DRAFT")
    assert set(links) - set(Shop(world.base_url, world.api_key).links()) == {"ATLAS-1"}


def test_a_product_that_is_withdrawn_meanwhile_is_left_out(world: World) -> None:
    before = Shop(world.base_url, world.api_key).links()
    world.set_faults({"endpoint": "checkout-links", "respond": 404, "times": 1})
    assert len(Shop(world.base_url, world.api_key).links()) == len(before) - 1


@pytest.mark.world(seeds={"keys": [{"key": "mst_acme_full", "scopes": ["catalog:read"]}]})
def test_a_key_without_the_scope_is_named(world: World) -> None:
    with pytest.raises(PermissionError, match="may not use checkout-links"):
        Shop(world.base_url, "mst_acme_full").links()
    assert "has no scope checkout:links" in world.requests(status=403)[0]["why"]


def test_a_key_expires(world: World) -> None:
    shop = Shop(world.base_url, "mst_acme_expiring")
    assert shop.links()
    world.advance_clock("91d")
    with pytest.raises(HTTPError, match="401"):
        shop.links()


@pytest.mark.world(scenario="rate-limited")
def test_a_shop_waits_as_long_as_it_is_told(world: World) -> None:
    world.set_clock(frozen=True)
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        world.advance_clock(f"{seconds:g}s")

    assert len(Shop(world.base_url, world.api_key, sleep).links()) > 3
    assert set(waits) == {2.0}
