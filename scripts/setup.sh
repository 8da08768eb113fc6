#!/usr/bin/env bash
# Installs what is missing to build flowdeck; silent when nothing is.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
# shellcheck source=scripts/debian.sh
. scripts/debian.sh

wasm_pack_version=0.15.1
wasm_split_version=0.2.4
wasm_bindgen_version=$(awk '$0 == "name = \"wasm-bindgen\"" { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock)
rust_version=$(awk -F'"' '/^rust-version/ { print $2 }' Cargo.toml)

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$1" ]; }

needs_rust() {
  { have cargo && have rustc; } || fail "cargo is not installed: install Rust from https://rustup.rs, then run make again"
  local found
  found=$(version_of rustc --version)
  [ -n "$found" ] || fail "rustc does not run: choose a toolchain with \`rustup default stable\`, then run make again"
  at_least "$rust_version" "$found" || fail "rustc $found is too old, $rust_version or newer is needed: run \`rustup update stable\`"
}

needs_node() {
  have node || fail "node is not installed: install Node 20.19 or newer from https://nodejs.org, then run make again"
  local found
  found=$(version_of node --version)
  at_least 20.19 "$found" || fail "node $found is too old: install Node 20.19 or newer from https://nodejs.org, then run make again"
  have npm || fail "npm is not installed: it comes with Node (Debian: apt-get install npm)"
}

needs_cc() {
  have cc || fail "no C compiler is installed: Debian: apt-get install build-essential; macOS: xcode-select --install"
}

install_wasm_target() {
  if [ "${FLOWDECK_WASM_TOOLCHAIN:-}" != debian ]; then
    if rustup_has_wasm || debian_has_wasm; then return; fi
    say "installing the Rust target $wasm_target"
    mkdir -p "$tools/log"
    if have rustup && rustup target add "$wasm_target" >"$tools/log/target.log" 2>&1; then return; fi
    have apt-get || fail "the Rust target $wasm_target could not be installed: check the network, then run: rustup target add $wasm_target"
  fi
  if ! debian_has_wasm; then install_debian_rust; fi
}

# Without it the package works as well, and is larger.
install_std_source() {
  if wasm_by_debian || std_source_is_there || ! have rustup; then return; fi
  say "installing the standard library's source"
  mkdir -p "$tools/log"
  rustup component add rust-src >"$tools/log/rust-src.log" 2>&1 || say "it could not be had: the npm package will be larger"
}

# Debian's compiler stands beside the active one, reached only through .tools.
install_debian_rust() {
  say "installing Debian's Rust, which can compile to WebAssembly"
  apt_install debian-rust rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy lld-22
  mkdir -p "$debian_bin"
  local tool
  for tool in cargo rustc cargo-clippy clippy-driver; do ln -sf "/usr/bin/$tool" "$debian_bin/$tool"; done
}

install_npm_tools() {
  # By content: a change of branch touches the file and installs nothing.
  local installed=node_modules/.installed-lock.json
  cmp -s package-lock.json $installed && return
  say "installing the npm tools"
  logged npm-tools "check the network, then run make again" npm ci --ignore-scripts --no-audit --no-fund
  cp package-lock.json $installed
}

needs_rust
needs_node
needs_cc
install_wasm_target
install_std_source
install_crate wasm-pack wasm-pack "$wasm_pack_version"
install_crate wasm-bindgen wasm-bindgen-cli "$wasm_bindgen_version"
install_crate wasm-split-cli wasm_split_cli_support "$wasm_split_version" --features build-binary
install_npm_tools
