#!/usr/bin/env bash
# Builds the program into target/release/flowdeck, wherever cargo's own folder is.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

say "building the program (some minutes the first time)"
cargo build "${quiet[@]+"${quiet[@]}"}" --locked --release --bin flowdeck
mkdir -p target/release
if [ ! "$cargo_target" -ef target ]; then
  # A running program's file cannot be written over, only replaced.
  cp "$cargo_target/release/flowdeck" target/release/flowdeck.new
  mv -f target/release/flowdeck.new target/release/flowdeck
fi
touch target/release/flowdeck
