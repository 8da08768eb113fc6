#!/usr/bin/env bash
# Runs every suite, or those named in SUITE, whatever the ones before them gave.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

all=(rustfmt clippy native wasm-node wasm-browser npm types e2e)
read -ra chosen <<<"${SUITE:-${all[*]}}"
for suite in "${chosen[@]}"; do
  [ -x "scripts/suites/$suite.sh" ] || fail "there is no suite named $suite: choose from ${all[*]}"
done

# The suites call make themselves; they are no part of the run that called them.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
scripts/setup.sh
results=$root/target/test/results
mkdir -p target/test
: >"$results"

red=()
for suite in "${chosen[@]}"; do
  printf '\n== %s\n' "$suite"
  RESULTS=$results "scripts/suites/$suite.sh" || red+=("$suite")
done

printf '\n== summary\n'
cat "$results"
[ ${#red[@]} -eq 0 ] || fail "red: ${red[*]}; run one alone with make test SUITE=${red[0]}"
say "all suites are green"
