# shellcheck shell=bash
# Shared by the scripts that make what people install: where everything is, and what makes two builds equal.
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# shellcheck disable=SC2034 # used by the scripts of this folder
dist=$root/target/dist
# The version of everything, from the workspace's Cargo.toml.
# shellcheck disable=SC2034
version=$(awk -F'"' '/^\[workspace.package\]/ { found = 1 } found && /^version/ { print $2; exit }' Cargo.toml)

# The programs that are compiled: Rust's name of each target.
# shellcheck disable=SC2034
linux_targets=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl)
# shellcheck disable=SC2034
windows_target=x86_64-pc-windows-gnu
# Those without which there is still something for people on Linux. Only macOS compiles its own.
# shellcheck disable=SC2034
other_targets=("$windows_target" x86_64-apple-darwin aarch64-apple-darwin)

# host_target: the target of this machine.
host_target() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) say x86_64-unknown-linux-musl ;;
    Linux-aarch64 | Linux-arm64) say aarch64-unknown-linux-musl ;;
    Darwin-x86_64) say x86_64-apple-darwin ;;
    Darwin-arm64) say aarch64-apple-darwin ;;
    *) fail "there is no target for $(uname -s) on $(uname -m): name one in TARGETS" ;;
  esac
}

# chosen_of TARGET…: those of them that TARGETS names; `host` is this machine.
chosen_of() {
  local target wanted=" $TARGETS "
  wanted=${wanted// host / $(host_target) }
  for target in "$@"; do
    case $wanted in *" $target "*) say "$target" ;; esac
  done
}

# macOS's bash has no mapfile.
if [ -n "${TARGETS:-}" ]; then
  all_targets=("${linux_targets[@]}" "${other_targets[@]}")
  read -ra chosen_targets <<<"$(chosen_of "${all_targets[@]}" | tr '\n' ' ')"
  [ ${#chosen_targets[@]} -gt 0 ] || fail "TARGETS=$TARGETS names no target: choose host, or from ${all_targets[*]}"
  read -ra linux_targets <<<"$(chosen_of "${linux_targets[@]}" | tr '\n' ' ')"
  read -ra other_targets <<<"$(chosen_of "${other_targets[@]}" | tr '\n' ' ')"
else
  # Only macOS compiles its own.
  # shellcheck disable=SC2034
  chosen_targets=("${linux_targets[@]}" "$windows_target")
fi

# The time in every archive is that of the commit, so that two builds of it are equal.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

# What tells two builds of a version apart, as build.rs adds it to the version of the program; empty for a release and
# outside git. Files keep the plain version in their names.
build_suffix() {
  [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$root" ] || return 0
  if git tag --points-at HEAD | grep -qx "v$version"; then return; fi
  say "+$(git log -1 --format=%cd --date=format-local:%Y%m%d%H%M).g$(git rev-parse --short=7 HEAD)"
}
# shellcheck disable=SC2034
full_version=$version$(build_suffix)

# program TARGET: the path of the program that was compiled for a target.
program() {
  case $1 in
    *windows*) say "$dist/programs/$1/flowdeck.exe" ;;
    *) say "$dist/programs/$1/flowdeck" ;;
  esac
}

# own_program: a program that was compiled and runs on this machine.
own_program() {
  local target
  target=$(host_target)
  need_program "$target"
  program "$target"
}

# need_program TARGET: fails if there is no program for the target.
need_program() {
  [ -f "$(program "$1")" ] || fail "there is no program for $1: compile it with make dist PART=programs"
}

# same_tar FOLDER ARCHIVE [OPTION…]: packs a folder; what packed it, and when, leaves no trace. The name of the
# archive chooses the compression: .tar or .tar.gz.
same_tar() {
  local folder=$1 archive=$2
  shift 2
  local tar=(tar --create --format=gnu --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$@")
  case $archive in
    *.gz) "${tar[@]}" --directory "$folder" . | gzip -9n >"$archive.new" ;;
    *) "${tar[@]}" --directory "$folder" . >"$archive.new" ;;
  esac
  mv "$archive.new" "$archive"
}
