#!/usr/bin/env bash
# build-program.sh PROFILE [without-page]: builds the program into target/PROFILE/flowdeck, even if cargo's target folder
# is elsewhere. Without the page, it only compiles what the program consists of, while the page is being built.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

profile=$1 without_page=${2:-}
program=target/$profile/flowdeck

# `make play` and the tests give the quick program the folder of the page, so that a change of the page does not compile
# the program again.
if [ "$profile" = quick ] || [ -n "$without_page" ]; then export FLOWDECK_WITHOUT_PLAYGROUND=1; fi
# Compiling jemalloc takes a tenth of the time of the quick program.
features=()
if [ "$profile" = quick ]; then features=(--no-default-features --features h264); fi

compile() {
  cargo build "${quiet[@]+"${quiet[@]}"}" --locked --profile "$profile" --package flowdeck "${features[@]+"${features[@]}"}"
}

# The program without the page must not be taken for the finished one.
compile_parts() {
  compile
  rm -f "$cargo_target/$profile/flowdeck"
}

build() {
  compile
  mkdir -p "target/$profile"
  if [ ! "$cargo_target" -ef target ]; then
    # The file of a running program can be replaced, but not written.
    cp "$cargo_target/$profile/flowdeck" "$program.new"
    mv -f "$program.new" "$program"
  fi
  touch "$program"
}

if [ -n "$without_page" ]; then
  step "compiling what the program consists of" compile_parts
else
  step "building the program" build
fi
