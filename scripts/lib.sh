# shellcheck shell=bash
# What every script here shares: the project's folder, the tools on PATH, how
# to say what is done and why it failed.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
tools=$root/.tools
cargo_target=${CARGO_TARGET_DIR:-$root/target}
case $cargo_target in /*) ;; *) cargo_target=$root/$cargo_target ;; esac
export PATH="$tools/bin:$root/node_modules/.bin:$PATH:${CARGO_HOME:-${HOME:-/nowhere}/.cargo}/bin"

say() { printf '%s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# In a terminal cargo draws its progress; elsewhere a line of ours is enough.
# shellcheck disable=SC2034 # used by the scripts that build
quiet=(--quiet)
# shellcheck disable=SC2034
if [ -t 2 ]; then quiet=(); fi

# logged WORD WAY_OUT COMMAND…: the command's own words go to a log, which is
# named when it fails, together with the way out.
logged() {
  local word=$1 way_out=$2 log=$tools/log/$1.log
  shift 2
  mkdir -p "$tools/log"
  "$@" >"$log" 2>&1 || fail "$word: \`$1 ${2:-}\` failed ($(cause_in "$log")); $way_out (log: .tools/log/$word.log)"
}

# What a log says of the cause: npm's reason, else the first error, else the last line.
cause_in() {
  {
    grep -oE 'reason: .*' "$1" || grep -E '^(error|E:)' "$1" || grep -v '^$' "$1" | tail -n 1 || true
  } | head -n 1 | cut -c 1-200
}

# version_of COMMAND…: the first x.y or x.y.z it prints.
version_of() { "$@" 2>/dev/null | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | head -n 1 || true; }

# install_crate COMMAND CRATE VERSION [OPTION…]: compiled once, kept in .tools/bin, where cargo notes
# what it is.
install_crate() {
  [ -x "$tools/bin/$1" ] && grep -qs "^\"$2 $3 " "$tools/.crates.toml" && return
  say "installing $2 $3 (some minutes, once)"
  local install=(cargo install "$2" --version "=$3" --root "$tools" --force "${@:4}")
  mkdir -p "$tools/log"
  # A lock file may name a crate that is no longer to be had.
  "${install[@]}" --locked >"$tools/log/$2.log" 2>&1 && return
  logged "$2" "check the network, then run make again" "${install[@]}"
}
