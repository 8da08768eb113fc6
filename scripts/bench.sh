#!/usr/bin/env bash
# Benchmarks flowdeck against its peers: every measure, or those in MEASURE. FLOWDECK_NPM, FLOWDECK_SITE
# and FLOWDECK_BIN replace target/npm, target/site and target/release/flowdeck. ROUNDS sets the number
# of rounds. COMFYUI_URL is the engine of the measure `service`.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh

# The peers are not tools of the project, so they have their own folder and lock file.
install_peers() {
  local installed=bench/node_modules/.installed-lock.json
  cmp -s bench/package-lock.json $installed && return
  say "installing the peers"
  logged npm-bench "check the network, then run make bench again" \
    npm ci --prefix bench --ignore-scripts --no-audit --no-fund
  cp bench/package-lock.json $installed
}

# Building the page takes minutes, and only its measures need it.
build_measured() {
  local measures=" ${MEASURE:-page form queue-view service tiles} "
  if [ -z "${FLOWDECK_NPM:-}" ]; then make --no-print-directory npm; fi
  case $measures in
  *" page "* | *" service "* | *" tiles "*) if [ -z "${FLOWDECK_BIN:-}" ]; then make --no-print-directory program; fi ;;
  esac
  case $measures in
  *" page "* | *" form "* | *" queue-view "* | *" tiles "*) if [ -z "${FLOWDECK_SITE:-}" ]; then make --no-print-directory site; fi ;;
  esac
}

build_measured
install_peers
setup_browser
read -ra chosen <<<"${MEASURE:-}"
exec node bench/run.mjs "${chosen[@]+"${chosen[@]}"}"
