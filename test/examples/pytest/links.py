"""A merchant's client: the checkout links of its products."""

from __future__ import annotations

import json
import time
from typing import Any, Callable
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Shop:
    """Asks the API for what a shop shows. `sleep` waits for some seconds after a 429."""

    def __init__(
        self, base_url: str, api_key: str, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self.base_url = base_url
        self.api_key = api_key
        self.sleep = sleep

    def links(self) -> dict[str, str]:
        """The checkout link of each product that is on sale, by its public code."""
        found = {}
        for product in self._ask("products"):
            if product["status"] != "PUBLISHED":
                continue
            try:
                link = self._ask("checkout-links", {"productId": product["id"]})
            except HTTPError as error:
                # It was withdrawn after the list was sent.
                if error.code == 404:
                    continue
                raise
            found[product["publicCode"]] = link["checkoutUrl"]
        return found

    def _ask(self, endpoint: str, body: object = None) -> Any:
        request = Request(f"{self.base_url}/api/v1/integration/{endpoint}")
        request.add_header("Authorization", f"Bearer {self.api_key}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        while True:
            try:
                with urlopen(request, timeout=10) as response:
                    return json.load(response)
            except HTTPError as error:
                if error.code == 403:
                    raise PermissionError(f"The key may not use {endpoint}.") from None
                if error.code != 429:
                    raise
                self.sleep(float(error.headers.get("Retry-After", 1)))
