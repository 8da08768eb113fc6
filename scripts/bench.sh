#!/usr/bin/env bash
# Measures flowdeck beside its peers: every measure, or those named in MEASURE. FLOWDECK_NPM names a
# built package to measure in place of target/npm, ROUNDS how often contenders take turns.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh

# The peers are no tools of the project: they stand in a folder of their own, by their own lock.
install_peers() {
  local installed=bench/node_modules/.installed-lock.json
  cmp -s bench/package-lock.json $installed && return
  say "installing the peers"
  logged npm-bench "check the network, then run make bench again" \
    npm ci --prefix bench --ignore-scripts --no-audit --no-fund
  cp bench/package-lock.json $installed
}

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
if [ -z "${FLOWDECK_NPM:-}" ]; then make --no-print-directory npm; fi
install_peers
setup_browser
read -ra chosen <<<"${MEASURE:-}"
exec node bench/run.mjs "${chosen[@]+"${chosen[@]}"}"
