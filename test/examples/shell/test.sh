#!/bin/sh
# Tests the script against a sandbox that is there as long as this runs:
#
#   merchant-sandbox exec -- sh ./test.sh
set -u
cd "$(dirname "$0")"

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
file=$directory/orders.json
answer=$directory/answer
passed=0
failed=0

writes_fifty_orders() {
  exports default mst_acme_full 0 && [ "$(grep -o amountMinor "$file" | wc -l)" -eq 50 ]
}

# Each scenario is a world that is there from the start. The API tells nobody why it refuses a key; the
# journal of the world does.
gives_up_where_its_key_was_revoked() {
  exports revoked-key mst_acme_full 77 &&
    control GET '/revoked-key/requests?status=401' && grep -q 'is revoked' "$answer"
}

# A test that changes something makes a world of its own, here one that loses every answer.
keeps_the_file_while_the_service_is_down() {
  echo "yesterday's" >"$file"
  control POST '' '{"name": "down", "seeds": {"faults": [{"drop": "midway"}]}}' &&
    exports down mst_acme_full 75 && grep -q "yesterday's" "$file"
}

# Three requests at once, then one every two seconds. Nobody waits: the clock of the world is moved.
comes_back_later_where_it_asks_too_fast() {
  control POST '' '{"name": "busy", "scenario": "rate-limited"}' &&
    control PUT /busy/clock '{"frozen": true}' &&
    exports busy mst_acme_full 0 && exports busy mst_acme_full 0 &&
    exports busy mst_acme_full 0 && exports busy mst_acme_full 75 &&
    control POST /busy/clock/advance '{"by": "2s"}' &&
    exports busy mst_acme_full 0
}

# Runs the script in world $1 by key $2, and expects exit code $3.
exports() {
  SANDBOX_BASE_URL=$SANDBOX_BASE_URL/w/$1 SANDBOX_API_KEY=$2 sh ./export-orders.sh "$file"
  code=$?
  [ "$code" -eq "$3" ] || { echo "# exit code $code where $3 was expected" && false; }
}

# Asks the control API for something: method $1, path $2 behind /worlds, JSON $3.
control() {
  curl --silent --show-error --fail-with-body --output "$answer" --request "$1" \
    --header 'Content-Type: application/json' --data "${3:-}" "$SANDBOX_CONTROL_URL/worlds$2" ||
    { echo "# $(cat "$answer")" && false; }
}

for name in writes_fifty_orders gives_up_where_its_key_was_revoked \
  keeps_the_file_while_the_service_is_down comes_back_later_where_it_asks_too_fast; do
  if "$name"; then
    echo "ok - $name"
    passed=$((passed + 1))
  else
    echo "not ok - $name"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
