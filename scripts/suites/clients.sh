#!/usr/bin/env bash
# The OpenAPI document of the program: a validator finds no fault, and clients that are generated from it in Python and
# TypeScript start runs.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/python.sh
. scripts/python.sh

# Only this suite installs them, because the generator needs an older compiler than everything else.
install_generators() {
  local folder=$tools/clients
  if cmp -s tests/clients/package-lock.json "$folder/.installed-lock.json"; then return; fi
  say "installing the generators of clients"
  mkdir -p "$folder"
  cp tests/clients/package*.json .npmrc "$folder/"
  logged clients "check the network, then run make again" npm ci --prefix "$folder"
  cp tests/clients/package-lock.json "$folder/.installed-lock.json"
}

setup_python tests/clients/requirements.txt
install_generators
make --no-print-directory quick
FLOWDECK_GENERATORS=$(realpath "$tools/clients")
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_GENERATORS
counted node_test node --test --test-concurrency=3 --test-timeout=120000 --test-reporter=spec tests/clients/*.test.mjs
