#!/usr/bin/env bash
# Licenses and sources of all dependencies, by deny.toml. Two versions of a crate are only a warning.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

for manifest in Cargo.toml scripts/wasm-bind/Cargo.toml; do
  check cargo-deny --manifest-path "$manifest" --locked --log-level error \
    --config deny.toml check licenses sources bans
done
