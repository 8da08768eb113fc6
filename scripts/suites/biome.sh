#!/usr/bin/env bash
# All JavaScript, TypeScript and CSS is formatted and free of lint, as biome.jsonc says, and no line of
# JavaScript or TypeScript is too long.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

# Fails if a tracked line has more than 120 characters, and prints its file and number. Biome formats at
# this width, but does not break long strings, regular expressions and comments.
lines_fit() {
  local status=0 too_long='^.{121,}$'
  LC_ALL=C.UTF-8 git --no-pager grep --no-color -nE "$too_long" -- '*.js' '*.mjs' '*.ts' || status=$?
  case $status in
    0) say "error: the lines above have more than 120 characters; break them" >&2 ;;
    1) return 0 ;; # none was found
    *) say "error: git cannot search the tracked files" >&2 ;;
  esac
  return 1
}

check biome check --error-on-warnings
check lines_fit
