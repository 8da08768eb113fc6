#!/usr/bin/env bash
# The npm package's types hold under TypeScript's strict rules, with a page's library and with Node's.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

make --no-print-directory npm
check tsc --noEmit --strict -p tests/npm/tsconfig.json
check tsc --noEmit --strict -p tests/npm/tsconfig.node.json
