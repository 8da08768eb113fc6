#!/usr/bin/env bash
# All JavaScript, TypeScript and CSS is formatted and free of lint, as biome.jsonc says, and no line of
# JavaScript or TypeScript is too long. The apostrophes of all texts are of one kind.
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

# The page's own texts, with typographic quotes and apostrophes. Everything else has straight apostrophes.
page_texts=(src/playground/messages index.html src/service_http/shared_page/texts.rs)

# Fails if an apostrophe is of the wrong kind, and prints its file and number. Tests quote the page, and a reader of
# numbers accepts the typographic one.
apostrophes_fit() {
  local status=0 typographic=$'\xe2\x80\x99' others=(':!tests' ':!*/tests.rs' ':!*/tests/*' ':!src/playground/form/error_text.rs')
  others+=("${page_texts[@]/#/:!}")
  if LC_ALL=C.UTF-8 git --no-pager grep --no-color -n "$typographic" -- "${others[@]}"; then
    say "error: the lines above have typographic apostrophes; write straight ones (') outside the page's texts" >&2
    status=1
  fi
  # In a text of the page: between letters, after a double quote or in markup.
  if LC_ALL=C.UTF-8 git --no-pager grep --no-color -nE "[\">][^\"<>]*[A-Za-z]'[a-z]" -- "${page_texts[@]}"; then
    say "error: the lines above have straight apostrophes in texts of the page; write typographic ones ($typographic)" >&2
    status=1
  fi
  return $status
}

check biome check --error-on-warnings
check lines_fit
check apostrophes_fit
