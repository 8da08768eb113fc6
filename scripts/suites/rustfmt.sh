#!/usr/bin/env bash
# All Rust is formatted as rustfmt.toml says.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

check cargo fmt --all --check
