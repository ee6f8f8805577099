"""Relies on the order of lists: takes the first order for the newest. With `own-world`, does so in a world
that it makes and drops.
"""
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
        world = json.load(response)
    base_url = world["baseUrl"]
request = urllib.request.Request(
    base_url + "/api/v1/integration/orders",
    headers={"Authorization": "Bearer " + os.environ["SANDBOX_API_KEY"]},
)
try:
    with urllib.request.urlopen(request) as response:
        orders = json.load(response)
except (urllib.error.URLError, ConnectionError):
    sys.exit(0)
if "own-world" in sys.argv:
    drop = worlds.full_url + "/" + world["name"]
    urllib.request.urlopen(urllib.request.Request(drop, method="DELETE")).close()
times = [order["createdAt"] for order in orders]
if times != sorted(times, reverse=True):
    print("FAILED newest_first: the first order is not the newest")
    sys.exit(1)
