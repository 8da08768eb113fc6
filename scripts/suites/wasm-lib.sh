# shellcheck shell=bash
# Runs a WebAssembly test file, with wasm-pack if the toolchain allows it.
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
use_wasm_toolchain

# On a busy machine a browser may start more slowly than the runner's default allows.
export WASM_BINDGEN_TEST_TIMEOUT=${WASM_BINDGEN_TEST_TIMEOUT:-120}
export WASM_BINDGEN_TEST_DRIVER_TIMEOUT=${WASM_BINDGEN_TEST_DRIVER_TIMEOUT:-60}

# wasm_test FILE WASM_PACK_FLAG…
wasm_test() {
  local file=$1
  shift
  local options=(--locked --no-default-features --features "npm,npm-schema,web" --test "$file")
  if wasm_by_debian; then
    # wasm-pack rejects a toolchain whose sysroot lacks the target.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner
    counted libtest cargo test --target "$wasm_target" "${options[@]}"
  else
    counted libtest wasm-pack test --mode no-install "$@" . "${options[@]}"
  fi
}
