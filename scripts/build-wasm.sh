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
# Only the page is split, by the linker's own notes.
notes=()
if [ "$face" = playground ]; then notes=(-- -Clink-arg=--emit-relocs); fi
say "building $face for WebAssembly (a minute or two the first time)"
rm -rf "$out"
# Of one crate type: what may also be linked as a Rust library keeps a tenth more code.
cargo rustc "${quiet[@]+"${quiet[@]}"}" --lib --crate-type cdylib --target "$wasm_target" --profile "$profile" \
  --locked --no-default-features --features "$feature" "${notes[@]+"${notes[@]}"}"
module=$cargo_target/$wasm_target/$profile/flowdeck.wasm
bind() { wasm-bindgen --target web --out-dir "$out" --out-name "$face" "$@"; }

split() {
  local parts=$out/parts
  wasm-split-cli "$module" "$parts" --target web --out-name "$face"
  bind --keep-lld-exports "$parts/$face.wasm"
  mv "$parts"/*.js "$parts"/split_*.wasm "$out"
  rm -r "$parts"
}
if [ "$face" = playground ]; then split; else bind "$module"; fi

# Features by name: all of them together give encodings that browsers refuse.
# Memory is fresh, and below the first kilobyte lies nothing but the very end of the stack.
level=(-Oz --converge --zero-filled-memory --low-memory-unused)
if [ "$profile" = wasm-speed ]; then level=(-O3); fi
optimise() {
  wasm-opt "${level[@]}" --strip-debug --strip-producers --strip-target-features \
    --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
    --enable-mutable-globals --enable-reference-types --enable-multivalue \
    "$1" -o "$1.optimised"
  mv "$1.optimised" "$1"
}
for part in "$out"/*.wasm; do optimise "$part"; done

# Only what is whole takes the place that make looks at.
rm -rf "target/wasm/$face"
mv "$out" "target/wasm/$face"
