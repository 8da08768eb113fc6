#!/usr/bin/env bash
# Throws changed files at every reader, or at those named in TARGET, FUZZ_SECONDS each. What breaks
# one is kept in fuzz/artifacts.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

version=0.13.2
# A megabyte in five seconds and two gigabytes: whatever is quadratic shows.
limits=(-max_len=1048576 -timeout=5 -rss_limit_mb=2048)

# seeds_of TARGET: the folders of the files it begins with.
seeds_of() {
  [ -d "fuzz/seeds/$1" ] && say "fuzz/seeds/$1"
  case $1 in
    workflow) printf '%s\n' tests/workflows www/workflows ;;
    schema) printf '%s\n' tests/workflows www/workflows fuzz/seeds/openapi ;;
  esac
}

fuzz() {
  local folders
  mapfile -t folders < <(seeds_of "$1")
  mkdir -p "fuzz/corpus/$1"
  cargo fuzz run "$1" --sanitizer none "fuzz/corpus/$1" "${folders[@]+"${folders[@]}"}" -- \
    -dict=fuzz/json.dict "${limits[@]}" "-max_total_time=${FUZZ_SECONDS:-60}" -print_final_stats=1
}

have cargo || fail "cargo is not installed: install Rust from https://rustup.rs, then run make fuzz again"
have c++ || fail "no C++ compiler is installed: Debian: apt-get install build-essential; macOS: xcode-select --install"
# What counts the branches taken is not in stable Rust's promise, yet in stable Rust.
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$cargo_target
install_crate cargo-fuzz cargo-fuzz "$version"

mapfile -t all < <(basename -s .rs fuzz/fuzz_targets/*.rs)
read -ra chosen <<<"${TARGET:-${all[*]}}"
red=()
for target in "${chosen[@]}"; do
  [ -f "fuzz/fuzz_targets/$target.rs" ] || fail "there is no target named $target: choose from ${all[*]}"
  printf '\n== %s\n' "$target"
  fuzz "$target" || red+=("$target")
done
[ ${#red[@]} -eq 0 ] || fail "broken: ${red[*]}; fuzz/artifacts has what broke them"
say "nothing broke"
