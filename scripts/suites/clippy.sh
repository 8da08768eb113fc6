#!/usr/bin/env bash
# Clippy reports nothing, for the program and for each WebAssembly build.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh

check cargo clippy --quiet --locked --workspace --all-targets -- -D warnings

use_wasm_toolchain
wasm=(cargo clippy --quiet --locked --target "$wasm_target")
check "${wasm[@]}" --package npm_calls --lib --test wasm_calls --test wasm_browser -- -D warnings
check "${wasm[@]}" --package npm_follow --lib --test wasm_follow -- -D warnings
check "${wasm[@]}" --package npm_schema --lib --test wasm_schema -- -D warnings
check "${wasm[@]}" --package engine --lib -- -D warnings
check "${wasm[@]}" --package run_core --lib -- -D warnings
check "${wasm[@]}" --package playground --lib --tests -- -D warnings
