#!/usr/bin/env bash
# The npm package, as a consumer in Node meets it.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

make --no-print-directory npm
export FLOWDECK_NPM=$root/target/npm
counted node_test node --test --test-timeout=60000 --test-reporter=spec tests/npm/*.test.mjs
