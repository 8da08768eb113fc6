#!/usr/bin/env bash
# The npm package, as a consumer in Node meets it, some of it against the real program.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

make --no-print-directory program npm
export FLOWDECK_BIN=$root/target/release/flowdeck FLOWDECK_NPM=$root/target/npm
counted node_test node --test --test-timeout=60000 --test-reporter=spec tests/npm/*.test.mjs
