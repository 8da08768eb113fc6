#!/usr/bin/env bash
# setup.sh STAGE: installs what a stage needs and does not have yet; prints nothing if all is there.
# Stages: program (the program), web (the page and the npm package), test (both, and the test tools).
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
# shellcheck source=scripts/debian.sh
. scripts/debian.sh

cargo_deny_version=0.20.2
wasm_pack_version=0.15.1
wasm_bindgen_version=$(awk '$0 == "name = \"wasm-bindgen\"" { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock)

need_wasm_target() {
  if [ "${FLOWDECK_WASM_TOOLCHAIN:-}" != debian ]; then
    if rustup_has_wasm || debian_has_wasm; then return; fi
    say "installing the Rust target $wasm_target"
    mkdir -p "$tools/log"
    if have rustup && rustup target add "$wasm_target" >"$tools/log/target.log" 2>&1; then return; fi
    have apt-get || fail "the Rust target $wasm_target could not be installed: check the network, then run: rustup target add $wasm_target"
  fi
  if ! debian_has_wasm; then install_debian_rust; fi
}

# Debian's compiler is installed next to the active one and used only through .tools.
install_debian_rust() {
  say "installing Debian's Rust, which can compile to WebAssembly"
  apt_install debian-rust rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy lld-22
  mkdir -p "$debian_bin"
  local tool
  for tool in cargo rustc cargo-clippy clippy-driver; do ln -sf "/usr/bin/$tool" "$debian_bin/$tool"; done
}

# Optional: without the source, the page and the package are larger but work the same.
want_std_source() {
  if wasm_by_debian || std_source_is_there || ! have rustup; then return; fi
  say "installing the standard library's source"
  mkdir -p "$tools/log"
  rustup component add rust-src >"$tools/log/rust-src.log" 2>&1 ||
    say "the standard library's source could not be installed: the page and the package will be larger"
}

# Compared by content, like the npm tools.
need_wasm_bind() {
  local checksum installed=$tools/wasm-bind.cksum
  checksum=$(cat scripts/wasm-bind/Cargo.* scripts/wasm-bind/src/*.rs | cksum)
  if [ -x "$tools/bin/wasm-bind" ] && [ "$(cat "$installed" 2>/dev/null)" = "$checksum" ]; then return; fi
  step "compiling wasm-bind" logged wasm-bind "check the network, then run make again" \
    cargo install --path scripts/wasm-bind --root "$tools" --target-dir "$tools/build" --locked --force
  say "$checksum" >"$installed"
  rm -rf "$tools/build"
}

# need_npm_tools build: the tools that build the page and the package. need_npm_tools all: also the
# test tools. Compared by content, because switching branches changes time stamps.
need_npm_tools() {
  local installed=node_modules/.installed-$1.json install=(npm ci --ignore-scripts --no-audit --no-fund)
  cmp -s package-lock.json node_modules/.installed-all.json && return
  cmp -s package-lock.json "$installed" && return
  if [ "$1" = build ]; then install+=(--omit=dev); fi
  step "installing the npm tools" logged npm-tools "check the network, then run make again" "${install[@]}"
  cp package-lock.json "$installed"
}

# The tools for browser builds.
need_wasm_toolchain() {
  need_wasm_target
  want_std_source
  need_wasm_bind
}

# npm_beside NPM-STAGE COMMAND...: installs the npm tools while the command compiles, since one waits for the network and
# the other for the processor.
npm_beside() {
  local stage=$1
  shift
  need_npm_tools "$stage" &
  local npm=$!
  "$@"
  wait "$npm"
}

# Unoptimised, they compile in half the time. Only wasm-bindgen works for long when it runs.
need_test_tools() {
  need_wasm_toolchain
  install_crate cargo-deny cargo-deny "$cargo_deny_version" --debug --no-default-features
  install_crate wasm-pack wasm-pack "$wasm_pack_version" --debug
  CARGO_PROFILE_RELEASE_OPT_LEVEL=1 install_crate wasm-bindgen wasm-bindgen-cli "$wasm_bindgen_version"
}

case ${1:-} in
  program) scripts/requirements.sh program ;;
  web)
    scripts/requirements.sh web
    npm_beside build need_wasm_toolchain
    ;;
  test)
    scripts/requirements.sh web
    npm_beside all need_test_tools
    ;;
  *) fail "setup.sh: name a stage: program, web or test" ;;
esac
