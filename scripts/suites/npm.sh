#!/usr/bin/env bash
# The npm package as its users run it: in Node, in Chromium, and built by bundlers. Some tests run
# against the real program.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
setup_browser
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
export_small_std

# Installs Node 22 as a second version to test with. Where no build of it exists for this machine,
# the tests use the installed Node alone.
second_node() {
  local folder=$tools/node22
  if ! cmp -s tests/npm/node22/package-lock.json "$folder/.installed-lock.json"; then
    say "installing a second Node for the tests"
    mkdir -p "$folder"
    cp tests/npm/node22/package*.json .npmrc "$folder/"
    logged node22 "check the network, then run make again" npm ci --prefix "$folder"
    cp tests/npm/node22/package-lock.json "$folder/.installed-lock.json"
  fi
  FLOWDECK_NODES=$(first_of "$folder"/node_modules/*/bin/node)
  export FLOWDECK_NODES
}
second_node

make --no-print-directory --jobs=2 quick npm
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_NPM=$root/target/npm
counted node_test node --test --test-concurrency=3 --test-timeout=180000 --test-reporter=spec tests/npm/*.test.mjs
