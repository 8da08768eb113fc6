#!/usr/bin/env bash
# Builds the program into target/release/flowdeck, even if cargo's target folder is elsewhere.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

build() {
  cargo build "${quiet[@]+"${quiet[@]}"}" --locked --release --package flowdeck
  mkdir -p target/release
  if [ ! "$cargo_target" -ef target ]; then
    # The file of a running program can be replaced, but not written.
    cp "$cargo_target/release/flowdeck" target/release/flowdeck.new
    mv -f target/release/flowdeck.new target/release/flowdeck
  fi
  touch target/release/flowdeck
}
step "building the program" build
