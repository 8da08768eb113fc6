#!/usr/bin/env bash
# All JavaScript, TypeScript and CSS is formatted and free of lint, as biome.json says.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

check biome check --error-on-warnings
