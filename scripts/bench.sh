#!/usr/bin/env bash
# Measures flowdeck beside its peers: every measure, or those named in MEASURE. FLOWDECK_NPM names a
# built package to measure in place of target/npm, FLOWDECK_SITE a built page in place of target/site,
# FLOWDECK_BIN a program in place of target/release/flowdeck, ROUNDS how often contenders take turns.
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

# Only the measures of the page need the page, which takes some minutes to build.
build_measured() {
  local measures=" ${MEASURE:-page form board} "
  if [ -z "${FLOWDECK_NPM:-}" ]; then make --no-print-directory npm; fi
  case $measures in *" page "* | *" form "* | *" board "*) ;; *) return ;; esac
  if [ -z "${FLOWDECK_SITE:-}" ]; then make --no-print-directory site; fi
  case $measures in *" page "*) ;; *) return ;; esac
  if [ -z "${FLOWDECK_BIN:-}" ]; then make --no-print-directory program; fi
}

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
build_measured
install_peers
setup_browser
read -ra chosen <<<"${MEASURE:-}"
exec node bench/run.mjs "${chosen[@]+"${chosen[@]}"}"
