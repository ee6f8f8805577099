"""Relies on the order of lists: takes the first order for the newest. Makes a world of its own with `own-world`."""
import json
import os
import sys
import urllib.error
import urllib.request

base_url = os.environ["SANDBOX_BASE_URL"]
if "own-world" in sys.argv:
    worlds = urllib.request.Request(os.environ["SANDBOX_CONTROL_URL"] + "/worlds", data=b"{}")
    worlds.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(worlds) as response:
        base_url = json.load(response)["baseUrl"]
request = urllib.request.Request(
    base_url + "/api/v1/integration/orders",
    headers={"Authorization": "Bearer " + os.environ["SANDBOX_API_KEY"]},
)
try:
    with urllib.request.urlopen(request) as response:
        orders = json.load(response)
except (urllib.error.URLError, ConnectionError):
    sys.exit(0)
times = [order["createdAt"] for order in orders]
if times != sorted(times, reverse=True):
    print("FAILED newest_first: the first order is not the newest")
    sys.exit(1)
