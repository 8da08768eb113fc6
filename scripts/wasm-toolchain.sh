# shellcheck shell=bash
# Chooses the Rust that compiles to WebAssembly: the active toolchain if it has the target, else
# Debian's, which builds the standard library from source. FLOWDECK_WASM_TOOLCHAIN=debian forces the
# latter.

wasm_target=wasm32-unknown-unknown
# shellcheck disable=SC2154 # from lib.sh
debian_bin=$tools/debian/bin

rustup_has_wasm() { [ -d "$(rustc --print sysroot)/lib/rustlib/$wasm_target/lib" ]; }
debian_has_wasm() { [ -x "$debian_bin/cargo" ] && "$debian_bin/cargo" --version >/dev/null 2>&1; }

wasm_by_debian() {
  [ "${FLOWDECK_WASM_TOOLCHAIN:-}" = debian ] || { ! rustup_has_wasm && debian_has_wasm; }
}

# Sets the environment of the cargo calls that follow.
use_wasm_toolchain() {
  wasm_by_debian || return 0
  export PATH="$debian_bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort
}

# What a first visit loads is built with its own standard library, which aborts on a panic instead of
# formatting a message. docs/loading.md says what that gains.
use_small_std() {
  if ! builds_small_std; then
    say "this Rust cannot build its standard library for size: the page and the package will be larger"
    return
  fi
  export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="${small_std[*]}"
}

small_std=(-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none)
builds_small_std() {
  std_source_is_there && RUSTC_BOOTSTRAP=1 rustc "${small_std[@]}" --print cfg >/dev/null 2>&1
}

# Tells the tests that page and package have the size that they allow.
export_small_std() {
  if (use_wasm_toolchain && builds_small_std); then export FLOWDECK_SMALL_STD=yes; fi
}

std_source_is_there() { [ -f "$(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]; }
