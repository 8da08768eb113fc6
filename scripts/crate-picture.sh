#!/usr/bin/env bash
# Draws the picture of the crates in ARCHITECTURE.md anew, from their Cargo.toml files.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

DRAW_CRATES=1 cargo test --quiet --test architecture the_picture
