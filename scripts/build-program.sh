#!/usr/bin/env bash
# build-program.sh PROFILE: builds the program into target/PROFILE/flowdeck, even if cargo's target folder is elsewhere.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

profile=$1
program=target/$profile/flowdeck

# `make play` and the tests give the quick program the folder of the page, so that a change of the page does not compile
# the program again.
if [ "$profile" = quick ]; then export FLOWDECK_WITHOUT_PLAYGROUND=1; fi

build() {
  cargo build "${quiet[@]+"${quiet[@]}"}" --locked --profile "$profile" --package flowdeck
  mkdir -p "target/$profile"
  if [ ! "$cargo_target" -ef target ]; then
    # The file of a running program can be replaced, but not written.
    cp "$cargo_target/$profile/flowdeck" "$program.new"
    mv -f "$program.new" "$program"
  fi
  touch "$program"
}
step "building the program" build
