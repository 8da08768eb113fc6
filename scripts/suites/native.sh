#!/usr/bin/env bash
# Native tests: every crate, and the program as its callers use it.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

# Most tests of the service wait for engines, so that more than one a core can run.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(getconf _NPROCESSORS_ONLN) * 3))}
# Without the tests of documentation: there are none, and looking for them takes a minute.
counted libtest cargo test --quiet --locked --no-fail-fast --workspace --tests --examples
