# shellcheck shell=bash
# Runs WebAssembly tests, with wasm-pack if the toolchain allows it.
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
use_wasm_toolchain

# On a busy machine a browser may start more slowly than the runner's default allows.
export WASM_BINDGEN_TEST_TIMEOUT=${WASM_BINDGEN_TEST_TIMEOUT:-120}
export WASM_BINDGEN_TEST_DRIVER_TIMEOUT=${WASM_BINDGEN_TEST_DRIVER_TIMEOUT:-60}

# wasm_test CRATE TESTS WASM_PACK_FLAG…: TESTS is --lib, or --test= with the name of a test file.
wasm_test() {
  local crate=$1 tests=$2
  shift 2
  if wasm_by_debian; then
    # wasm-pack rejects a toolchain whose sysroot lacks the target.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner
    counted libtest cargo test --target "$wasm_target" --locked --package "$crate" "$tests"
  else
    counted libtest wasm-pack test --mode no-install "$@" "src/$crate" --locked "$tests"
  fi
}
