#!/usr/bin/env bash
# TypeScript finds no type error in any JavaScript: the package and the page's scripts with strict rules,
# code that draws the first paint, tests, benchmarks and build scripts with looser ones.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

check tsc -p tests/checkjs/tsconfig.json
check tsc -p tests/checkjs/tsconfig.loose.json
check tsc -p tests/checkjs/tsconfig.tests.json
