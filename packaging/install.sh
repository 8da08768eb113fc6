#!/bin/sh
# Installs flowdeck, or updates it: downloads the program for this system, checks it, and puts it into
# ~/.local/bin. It needs no root, asks nothing, and changes no other file.
#
#   FLOWDECK_FROM     the address or the folder with SHA256SUMS and the archives; by default the one below, or else
#                     the folder of this script
#   FLOWDECK_BIN_DIR  the folder for the program, instead of ~/.local/bin
set -eu

from=""

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# find_system: puts the name of this system, as the archives have it, into `system`.
find_system() {
  os=$(uname -s) machine=$(uname -m)
  case $machine in
    x86_64 | amd64) cpu=x86_64 ;;
    aarch64 | arm64) cpu=aarch64 ;;
    *) cpu= ;;
  esac
  case $os in
    Linux) system=linux-$cpu ;;
    Darwin) system=darwin-$cpu ;;
    MINGW* | MSYS* | CYGWIN*) fail "installing on Windows: this script cannot; unpack the zip archive instead" ;;
    *) cpu= ;;
  esac
  [ -n "$cpu" ] || fail "finding the program for $os on $machine: there is none; compile it from the source"
}

# find_source: makes sure that `from` is an address and can be downloaded, or is a folder.
find_source() {
  from=${FLOWDECK_FROM:-$from}
  # From a pipe, $0 is the shell.
  if [ -z "$from" ] && [ -f "$0" ] && [ -f "$(dirname -- "$0")/SHA256SUMS" ]; then from=$(dirname -- "$0"); fi
  [ -n "$from" ] ||
    fail "finding flowdeck: no address is known; set FLOWDECK_FROM to the address or the folder with SHA256SUMS"
  from=${from%/}
  case $from in
    http://* | https://*)
      have curl || have wget || fail "downloading from $from: neither curl nor wget is installed; install one of them"
      ;;
    *) [ -d "$from" ] || fail "reading $from: there is no such folder; set FLOWDECK_FROM to a folder or an address" ;;
  esac
  have sha256sum || have shasum ||
    fail "checking the download: neither sha256sum nor shasum is installed; install one of them"
}

# fetch NAME FILE: copies or downloads a file of the source.
fetch() {
  case $from in
    http://* | https://*)
      get=download action=downloading remedy="check the address, the network, and the space in $bin"
      ;;
    *) get=copy action=copying remedy="check FLOWDECK_FROM, and the space in $bin" ;;
  esac
  cause=$("$get" "$from/$1" "$2" 2>&1) && return
  cause=$(printf '%s\n' "$cause" | grep -v '^ *$' | tail -n 1)
  fail "$action $from/$1: ${cause:-it failed}; $remedy"
}

copy() {
  if [ ! -f "$1" ]; then
    echo "there is no such file"
    return 1
  fi
  cp -- "$1" "$2"
}

# download ADDRESS FILE: curl follows no redirection from https to http.
download() {
  if have curl; then
    curl --proto "=${1%%:*},https" --fail --silent --show-error --location --connect-timeout 30 --output "$2" "$1"
  else
    # Without a time limit, because the option for it ends the wget of some BusyBoxes.
    wget -O "$2" "$1"
  fi
}

# sha256 FILE: its checksum.
sha256() {
  if have sha256sum; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# make_work_folder: everything happens in a folder next to the program, so that the program can be moved at once.
make_work_folder() {
  bin=${FLOWDECK_BIN_DIR:-${HOME:+$HOME/.local/bin}}
  [ -n "$bin" ] || fail "finding the folder for the program: HOME is not set; set FLOWDECK_BIN_DIR"
  remedy="set FLOWDECK_BIN_DIR to a folder that you can write to"
  cause=$(mkdir -p -- "$bin" 2>&1) || fail "making the folder $bin: ${cause##*: }; $remedy"
  bin=$(CDPATH='' cd -- "$bin" && pwd)
  [ ! -d "$bin/flowdeck" ] || fail "installing $bin/flowdeck: it is a folder; move it away, or $remedy"
  work=$(mktemp -d "$bin/.flowdeck.XXXXXX" 2>&1) || fail "writing to $bin: ${work##*: }; $remedy"
  trap 'rm -rf -- "$work"' EXIT
  trap 'exit 1' HUP INT TERM
}

# get_program: the program for this system, checked, in the work folder.
get_program() {
  fetch SHA256SUMS "$work/SHA256SUMS"
  # On its way, a program of Windows may have changed the line ends, marked binary files, or used capitals.
  line=$(tr -d '\r' <"$work/SHA256SUMS" | sed 's/^\([0-9A-Fa-f]\{64\}\) \*/\1  /' |
    grep "^[0-9A-Fa-f]\{64\}  flowdeck-[^/]*-$system\.tar\.gz\$" | tail -n 1)
  [ -n "$line" ] ||
    fail "finding the program for $system: $from has none; compile it from the source"
  archive=${line#*  }
  printf 'getting %s from %s\n' "$archive" "$from"
  fetch "$archive" "$work/$archive"
  expected=$(printf '%s' "${line%% *}" | tr A-F a-f)
  [ "$(sha256 "$work/$archive")" = "$expected" ] ||
    fail "checking $archive: its checksum is not the one in SHA256SUMS; nothing was installed, try again later"

  folder=${archive%.tar.gz}
  cause=$(tar -xzf "$work/$archive" -C "$work" "$folder/flowdeck" 2>&1) ||
    fail "unpacking $archive in $bin: $(printf '%s\n' "$cause" | sed q); check the space there"
  program=$work/$folder/flowdeck
  # A program that does not run here must not replace one that does.
  installed=$("$program" --version 2>&1) ||
    fail "running the new program in $bin: ${installed:-it failed}; set FLOWDECK_BIN_DIR to a folder that allows programs"
}

# quoted TEXT: the text as one word of a shell.
quoted() {
  case $1 in
    *[!A-Za-z0-9/._+:@%,=-]*) printf "'%s'" "$(printf '%s\n' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
  esac
}

# say_path: how the shell of this user finds programs in the folder.
say_path() {
  # shellcheck disable=SC2016 # PATH is for the profile
  line="export PATH=$(quoted "$bin")"':"$PATH"'
  case ${SHELL:-} in
    */fish) how="Run this line once: fish_add_path $(quoted "$bin")" ;;
    */zsh) how="Add this line to ~/.zprofile: $line" ;;
    *) how="Add this line to ~/.profile: $line" ;;
  esac
  printf 'This folder is not in PATH. %s\n' "$how"
}

# say_next: what to do now. A program that is not in PATH is called by its path.
say_next() {
  call=flowdeck
  printf '%s is installed: %s\n' "$installed" "$bin/flowdeck"
  case :$PATH: in
    *":$bin:"*)
      found=$(command -v flowdeck || true)
      [ "$found" = "$bin/flowdeck" ] || printf 'Your shell finds another flowdeck first: %s\n' "$found"
      ;;
    *)
      call=$(quoted "$bin/flowdeck")
      say_path
      ;;
  esac
  printf '\nStart:  %s serve\nOpen:   the link that it prints\nRemove: rm %s\n' "$call" "$(quoted "$bin/flowdeck")"
}

main() {
  find_system
  find_source
  make_work_folder
  get_program
  mv -f -- "$program" "$bin/flowdeck"
  say_next
}

# On the last line, so that a script whose download was cut off does nothing.
main
