#!/usr/bin/env bash
# Compiles the program for every system of Linux and Windows. Those for Linux are static, so that they run on every
# distribution. Zig is the C compiler and linker for all of them; macOS's own libraries are only on macOS.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/python.sh
. scripts/python.sh

setup_python dist scripts/dist/requirements.txt
export PATH="$tools/dist/bin:$PATH"
make --no-print-directory site npm nodes target/licenses.txt

# Without this, the program would contain the paths of this machine, and differ from one built elsewhere.
places=("${CARGO_HOME:-$HOME/.cargo}/registry/src=/crates" "$cargo_target=/target" "$root=/flowdeck")
export RUSTFLAGS="${places[*]/#/--remap-path-prefix=}"
export CFLAGS="${places[*]/#/-ffile-prefix-map=}"
export CXXFLAGS=$CFLAGS

need_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
  say "installing the Rust target $1"
  logged target "check the network, then run make dist again" rustup target add "$1"
}

compile() {
  local target=$1
  # Its kernels have pages of 4, 16 or 64 kB; the allocator must know the largest.
  if [ "${target%%-*}" = aarch64 ]; then export JEMALLOC_SYS_WITH_LG_PAGE=16; fi
  cargo zigbuild "${quiet[@]+"${quiet[@]}"}" --locked --profile small --package flowdeck --target "$target"
  local program
  program=$(program "$target")
  mkdir -p "$(dirname "$program")"
  cp "$cargo_target/$target/small/$(basename "$program")" "$program"
}

for target in "${chosen_targets[@]}"; do
  need_target "$target"
  step "compiling for $target" compile "$target"
done
