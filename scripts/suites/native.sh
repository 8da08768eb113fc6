#!/usr/bin/env bash
# The tests that run on this machine: the core, the pure parts of client and playground, the
# service, the engine.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

counted libtest cargo test --quiet --locked --no-fail-fast --features web,playground
