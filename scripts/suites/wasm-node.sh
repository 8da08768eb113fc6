#!/usr/bin/env bash
# Tests the WebAssembly core in Node.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/suites/wasm-lib.sh
. scripts/suites/wasm-lib.sh

wasm_test npm_calls --test=wasm_calls --node
wasm_test npm_follow --test=wasm_follow --node
wasm_test npm_schema --test=wasm_schema --node
