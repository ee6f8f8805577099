"""Relies on the order of lists: takes the first order for the newest."""
import json
import os
import sys
import urllib.error
import urllib.request

request = urllib.request.Request(
    os.environ["SANDBOX_BASE_URL"] + "/api/v1/integration/orders",
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
