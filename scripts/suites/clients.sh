#!/usr/bin/env bash
# The OpenAPI document of the program: a validator finds no fault, and clients that are generated from it in Python and
# TypeScript start runs.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/python.sh
. scripts/python.sh

setup_python python tests/clients/requirements.txt
# Only this suite installs them, because the generator needs an older compiler than everything else.
npm_tools clients "the generators of clients"
make --no-print-directory quick
FLOWDECK_GENERATORS=$(realpath "$tools/clients")
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_GENERATORS
counted node_test node --test --test-concurrency=3 --test-timeout=120000 --test-reporter=spec tests/clients/*.test.mjs
