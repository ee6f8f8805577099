#!/bin/sh
# A merchant's script: writes the newest orders to a file. If it cannot get them, it does not change the file.
# Exit code: 0 written, 75 try again later, 77 the key was rejected.
#
#   SANDBOX_BASE_URL=… SANDBOX_API_KEY=… ./export-orders.sh FILE
set -eu

fresh=$1.new
trap 'rm -f "$fresh"' EXIT

status=$(curl --silent --output "$fresh" --write-out '%{http_code}' \
  --header "Authorization: Bearer $SANDBOX_API_KEY" \
  "$SANDBOX_BASE_URL/api/v1/integration/orders") || exit 75

case $status in
  200) mv "$fresh" "$1" ;;
  401 | 403) exit 77 ;;
  *) exit 75 ;;
esac
