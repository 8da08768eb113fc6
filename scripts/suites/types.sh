#!/usr/bin/env bash
# The npm package's types compile in strict mode, with the DOM library and with Node's types.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

make --no-print-directory npm
check tsc --noEmit --strict -p tests/npm/tsconfig.json
check tsc --noEmit --strict -p tests/npm/tsconfig.node.json
