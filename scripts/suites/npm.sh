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
have openssl || fail "openssl is needed: install it (Debian: apt-get install openssl), and run make again"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
export_small_std

# shellcheck source=scripts/suites/node22.sh
. scripts/suites/node22.sh
second_node

make --no-print-directory --jobs=3 quick npm
# Of the workspace, so that it is the one that the native tests have built.
cargo build --quiet --locked --workspace --example scenario
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_NPM=$root/target/npm
counted node_test node --test --test-concurrency=3 --test-timeout=180000 --test-reporter=spec tests/npm/*.test.mjs tests/scenarios/*.test.mjs
