#!/usr/bin/env bash
# Native tests: every crate, and the program as its callers use it.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

counted libtest cargo test --quiet --locked --no-fail-fast --workspace
