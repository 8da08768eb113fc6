#!/usr/bin/env bash
# build-wasm.sh FOLDER FEATURE [PROFILE]: builds the crate with one feature for the browser, into
# target/wasm/FOLDER.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
use_wasm_toolchain

face=$1
feature=$2
out=target/wasm/$face.new
profile=${3:-wasm-release}
if [ "$profile" = wasm-release ]; then use_small_std; fi
say "building $face for WebAssembly (a minute or two the first time)"
rm -rf "$out"
wasm-pack "${quiet[@]+"${quiet[@]}"}" build . --mode "$wasm_pack_mode" --no-opt --no-pack \
  --profile "$profile" --target web --out-dir "$out" --out-name "$face" \
  -- --locked --no-default-features --features "$feature"

# Features by name: all of them together give encodings that browsers refuse.
# Memory is fresh, and below the first kilobyte lies nothing but the very end of the stack.
optimise=(-Oz --converge --zero-filled-memory --low-memory-unused)
if [ "$profile" = wasm-speed ]; then optimise=(-O3); fi
wasm-opt "${optimise[@]}" --strip-debug --strip-producers --strip-target-features \
  --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
  --enable-mutable-globals --enable-reference-types --enable-multivalue \
  "$out/${face}_bg.wasm" -o "$out/optimised.wasm"
mv "$out/optimised.wasm" "$out/${face}_bg.wasm"

# Only what is whole takes the place that make looks at.
rm -rf "target/wasm/$face"
mv "$out" "target/wasm/$face"
