#!/usr/bin/env bash
# Native tests: the core, the pure modules of client and playground, the service, the engine.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

counted libtest cargo test --quiet --locked --no-fail-fast --features web,playground
