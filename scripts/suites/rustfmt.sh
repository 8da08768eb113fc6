#!/usr/bin/env bash
# Rust is formatted as rustfmt.toml says.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

check cargo fmt --all --check
