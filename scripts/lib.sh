# shellcheck shell=bash
# Shared by every script here: the project folder, the tools on PATH, progress messages and errors.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
tools=$root/.tools
cargo_target=${CARGO_TARGET_DIR:-$root/target}
case $cargo_target in /*) ;; *) cargo_target=$root/$cargo_target ;; esac
# Where the page and the npm package are built. With PAGE=quick it takes less time, and both are larger.
# shellcheck disable=SC2034 # used by the scripts that build
case ${PAGE:-} in quick) page=target/quick-page ;; *) page=target ;; esac
export PATH="$tools/bin:$root/node_modules/.bin:$PATH:${CARGO_HOME:-${HOME:-/nowhere}/.cargo}/bin"

# A make or cargo that a script calls does not inherit the flags of this make, nor look for its jobserver.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

say() { printf '%s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# first_of COMMAND…: the path of the first one that is installed.
first_of() {
  local candidate
  for candidate in "$@"; do
    if have "$candidate"; then command -v "$candidate"; return; fi
  done
}

# In a terminal, cargo draws its own progress; elsewhere our one line per step is enough.
# shellcheck disable=SC2034 # used by the scripts that build
quiet=(--quiet)
# shellcheck disable=SC2034
if [ -t 2 ]; then quiet=(); fi

# step NAME COMMAND…: announces a step and reports how long it took.
step() {
  # Prefixed, because the command sees these variables and a plain `name` would shadow its own.
  local step_name=$1 step_start=$SECONDS
  shift
  say "$step_name…"
  "$@"
  say "$step_name took $(duration $((SECONDS - step_start)))"
}

# duration SECONDS: "8 s" or "2 min 5 s".
duration() {
  if [ "$1" -lt 60 ]; then say "$1 s"; else say "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

# logged NAME REMEDY COMMAND…: sends the command's output to a log. If the command fails, the error
# names the log and the remedy.
logged() {
  local name=$1 remedy=$2 log=$tools/log/$1.log
  shift 2
  mkdir -p "$tools/log"
  "$@" >"$log" 2>&1 || fail "$name: \`$1 ${2:-}\` failed ($(cause_in "$log")); $remedy (log: .tools/log/$name.log)"
}

# cause_in LOG: npm's reason, or else the first error, or else the last line.
cause_in() {
  {
    grep -oE 'reason: .*' "$1" || grep -E '^(error|E:)' "$1" || grep -v '^$' "$1" | tail -n 1 || true
  } | head -n 1 | cut -c 1-200
}

# version_of COMMAND…: the first x.y or x.y.z it prints.
version_of() { "$@" 2>/dev/null | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | head -n 1 || true; }

# install_crate COMMAND CRATE VERSION [OPTION…]: compiles a tool into .tools/bin, unless this version of it is on PATH.
install_crate() {
  [ "$(version_of "$1" --version)" = "$3" ] && return
  local install=(cargo install "$2" --version "=$3" --root "$tools" --force "${@:4}")
  step "installing $2 $3" compile_tool "$2" "${install[@]}"
}

# compile_tool CRATE COMMAND…: runs the command with --locked, then without if that fails, because a
# lock file may name a crate that is no longer available.
compile_tool() {
  mkdir -p "$tools/log"
  "${@:2}" --locked >"$tools/log/$1.log" 2>&1 && return
  logged "$1" "check the network, then run make again" "${@:2}"
}
