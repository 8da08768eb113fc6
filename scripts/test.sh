#!/usr/bin/env bash
# Runs every suite, or those named in SUITE. A failing suite does not stop the others.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh

all=(
  rustfmt biome checkjs packaging deny clippy native wasm-node wasm-browser npm types consumers clients nodes chaos
  monitoring docs e2e
)
read -ra chosen <<<"${SUITE:-${all[*]}}"
for suite in "${chosen[@]}"; do
  [ -x "scripts/suites/$suite.sh" ] || fail "there is no suite named $suite: choose from ${all[*]}"
done

scripts/setup.sh test
results=$root/target/test/results
mkdir -p target/test
: >"$results"

# What several suites run is built at once: one after the other, the last compiler leaves a core idle for minutes. If it
# fails, the suite that needs it says so.
case " ${chosen[*]} " in
*" e2e "*)
  export_small_std
  make --no-print-directory --jobs=3 quick site npm || say "a build failed: the suites that need it fail, too"
  ;;
esac

failed=()
for suite in "${chosen[@]}"; do
  printf '\n== %s\n' "$suite"
  start=$SECONDS
  RESULTS=$results "scripts/suites/$suite.sh" || failed+=("$suite")
  say "the suite $suite took $(duration $((SECONDS - start)))"
done

printf '\n== summary\n'
cat "$results"
[ ${#failed[@]} -eq 0 ] || fail "failed: ${failed[*]}; to run one suite: make test SUITE=${failed[0]}"
say "all suites passed in $(duration $SECONDS)"
