#!/usr/bin/env bash
# Clippy reports nothing, for the program and for each WebAssembly build.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh

check cargo clippy --quiet --locked --all-targets --features web,playground -- -D warnings

use_wasm_toolchain
wasm=(cargo clippy --quiet --locked --target "$wasm_target" --no-default-features)
check "${wasm[@]}" --features npm,npm-schema,web --lib --test wasm_node --test wasm_browser -- -D warnings
check "${wasm[@]}" --features playground --lib -- -D warnings
check "${wasm[@]}" --features engine --lib -- -D warnings
