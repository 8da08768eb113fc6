#!/usr/bin/env bash
# build-wasm.sh NAME CRATE [PROFILE]: compiles the crate src/CRATE for the browser, into wasm/NAME of the
# page's folder.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
use_wasm_toolchain

name=$1
crate=$2
profile=${3:-wasm-release}
if [ "$page" = target/quick-page ]; then profile=wasm-quick; fi
out=$page/wasm/$name.new
if [ "$profile" = wasm-release ]; then use_small_std; fi
# What a first visit loads is split. The splitter needs the linker's relocations.
link=() split=()
case $name in
calls | playground)
  link=(-- -Clink-arg=--emit-relocs --cfg split)
  split=(--split)
  ;;
esac

# Built only as a cdylib: a crate that can also be linked as a Rust library is 10 % larger.
compile() {
  cargo rustc "${quiet[@]+"${quiet[@]}"}" --package "$crate" --crate-type cdylib --target "$wasm_target" --profile "$profile" \
    --locked "${link[@]+"${link[@]}"}"
}

# Features are listed one by one: with all of them, wasm-opt writes encodings that browsers reject.
features=(--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext
  --enable-mutable-globals --enable-reference-types --enable-multivalue)

# The module's memory starts zeroed, and its first kilobyte contains only the end of the stack.
level=(-Oz --converge --zero-filled-memory --low-memory-unused)
case $profile in
wasm-speed) level=(-O3) ;;
wasm-quick) level=(-O1) ;;
esac
# Browsers compile each function when it is first called. The page calls a sixth fewer with small ones inlined.
if [ "$name $profile" = "playground wasm-release" ]; then level+=(--always-inline-max-function-size 8); fi
optimise() {
  wasm-opt "${level[@]}" --strip-debug --strip-producers --strip-target-features "${features[@]}" \
    "$1" -o "$1.optimised" 2> >(grep -v "unknown name subsection" >&2)
  mv "$1.optimised" "$1"
}

build() {
  rm -rf "$out"
  mkdir -p "$out"
  compile
  wasm-bind "$cargo_target/$wasm_target/$profile/$crate.wasm" "$out" "$name" "${split[@]+"${split[@]}"}"
  if [ "$name $profile" = "playground wasm-release" ]; then
    node scripts/check-deferred.mjs "$out/${name}_bg.wasm" "$out/split_later.wasm" src/playground
  fi
  local module
  for module in "$out"/*.wasm; do optimise "$module"; done
  # What a first visit loads.
  case $name in
  calls | playground) node scripts/shorten-names.mjs "$out/$name" "${features[@]}" ;;
  esac
  # Moved in one step, so that make never sees a partial build.
  rm -rf "${out%.new}"
  mv "$out" "${out%.new}"
}
step "building $name for WebAssembly" build
