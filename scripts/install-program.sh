#!/usr/bin/env bash
# Puts the program that `make install` has built into PREFIX/bin, if it is not the one that is there.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

built=target/local/flowdeck
# A shell expands the ~ only in some places.
prefix=$PREFIX
case $prefix in "~" | "~/"*) prefix=${HOME:?HOME is not set: choose a folder with PREFIX=DIR}${prefix#"~"} ;; esac
bin=${prefix%/}/bin

cause=$(mkdir -p -- "$bin" 2>&1) ||
  fail "making the folder $bin: ${cause##*: }; choose one that you can write to: make install PREFIX=DIR"
bin=$(cd -- "$bin" && pwd)
program=$bin/flowdeck
[ ! -d "$program" ] || fail "installing $program: it is a folder; move it away, or choose another folder with PREFIX"
if cmp -s "$built" "$program"; then
  say "$("$program" --version) is already installed: $program"
else
  # The file of a running program can be replaced, but not written.
  cause=$(cp "$built" "$program.new" 2>&1 && mv -f "$program.new" "$program" 2>&1) ||
    fail "installing $program: ${cause##*: }; choose a folder that you can write to: make install PREFIX=DIR"
  say "$("$program" --version) is installed: $program"
fi

case :$PATH: in
  *":$bin:"*) ;;
  *) say "this folder is not in PATH; call the program by its path, or add the folder to PATH" ;;
esac
say "start it with: flowdeck serve --open"
