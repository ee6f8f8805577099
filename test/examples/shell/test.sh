#!/bin/sh
# Tests the script against a sandbox that runs as long as the tests:
#
#   merchant-sandbox exec -- sh ./test.sh
set -u
cd "$(dirname "$0")"

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
file=$directory/orders.json
printed=$directory/printed
passed=0
failed=0

writes_fifty_orders() {
  exports default mst_acme_full 0 && [ "$(grep -o amountMinor "$file" | wc -l)" -eq 50 ]
}

# Each scenario is a world from the start. The API does not say why it rejects a key. The world's journal does.
gives_up_where_its_key_was_revoked() {
  exports revoked-key mst_acme_full 77 &&
    sandbox requests --world revoked-key --status 401 && grep -q 'is revoked' "$printed"
}

# A test that changes something creates its own world, here one that drops every response.
keeps_the_file_while_the_service_is_down() {
  echo "yesterday's" >"$file"
  sandbox world create down && sandbox fault set --world down --drop midway &&
    exports down mst_acme_full 75 && grep -q "yesterday's" "$file"
}

# Three requests at once, then one every two seconds. The test does not wait: it moves the world's clock.
comes_back_later_where_it_asks_too_fast() {
  sandbox world create busy --scenario rate-limited && sandbox clock freeze --world busy &&
    exports busy mst_acme_full 0 && exports busy mst_acme_full 0 &&
    exports busy mst_acme_full 0 && exports busy mst_acme_full 75 &&
    sandbox clock advance 2s --world busy && exports busy mst_acme_full 0
}

# Runs the script in world $1 with key $2, and expects exit code $3. Otherwise prints the requests, with their why.
exports() {
  SANDBOX_BASE_URL=$SANDBOX_BASE_URL/w/$1 SANDBOX_API_KEY=$2 sh ./export-orders.sh "$file"
  code=$?
  [ "$code" -eq "$3" ] && return
  echo "# expected exit code $3, received $code"
  merchant-sandbox requests --world "$1" | sed 's/^/# /'
  false
}

# Talks to the sandbox, which SANDBOX_CONTROL_URL names.
sandbox() {
  merchant-sandbox "$@" >"$printed"
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
