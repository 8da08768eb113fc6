#!/usr/bin/env bash
# Builds one face for the browser, `playground` or `npm`, into target/wasm/<face>.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
use_wasm_toolchain

face=$1
out=target/wasm/$face.new
say "building $face for WebAssembly (a minute or two the first time)"
rm -rf "$out"
wasm-pack "${quiet[@]+"${quiet[@]}"}" build . --mode "$wasm_pack_mode" --no-opt --no-pack \
  --profile wasm-release --target web --out-dir "$out" --out-name flowdeck \
  -- --locked --no-default-features --features "$face"

# Features by name: all of them together give encodings that browsers refuse.
wasm-opt -Oz --strip-debug --strip-producers \
  --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
  --enable-mutable-globals --enable-reference-types --enable-multivalue \
  "$out/flowdeck_bg.wasm" -o "$out/optimised.wasm"
mv "$out/optimised.wasm" "$out/flowdeck_bg.wasm"

# Only what is whole takes the place that make looks at.
rm -rf "target/wasm/$face"
mv "$out" "target/wasm/$face"
