#!/usr/bin/env bash
# Fuzzes every target, or those named in TARGET, for FUZZ_SECONDS each. Inputs that fail are saved in
# fuzz/artifacts.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

version=0.13.2
# At most 5 s and 2 GB for 1 MB of input, so that quadratic code fails.
limits=(-max_len=1048576 -timeout=5 -rss_limit_mb=2048)

# seeds_of TARGET: its folders of seed files.
seeds_of() {
  [ -d "fuzz/seeds/$1" ] && say "fuzz/seeds/$1"
  case $1 in
    workflow) printf '%s\n' tests/workflows www/workflows ;;
    schema) printf '%s\n' tests/workflows www/workflows fuzz/seeds/openapi ;;
    media) printf '%s\n' www/workflows/files fuzz/seeds/image ;;
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
# Coverage instrumentation is in the stable compiler, but only as an unstable option.
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$cargo_target
install_crate cargo-fuzz cargo-fuzz "$version"

mapfile -t all < <(basename -s .rs fuzz/fuzz_targets/*.rs)
read -ra chosen <<<"${TARGET:-${all[*]}}"
failed=()
for target in "${chosen[@]}"; do
  [ -f "fuzz/fuzz_targets/$target.rs" ] || fail "there is no target named $target: choose from ${all[*]}"
  printf '\n== %s\n' "$target"
  fuzz "$target" || failed+=("$target")
done
[ ${#failed[@]} -eq 0 ] || fail "targets that failed: ${failed[*]}; the inputs are in fuzz/artifacts"
say "no target failed"
