#!/usr/bin/env bash
# The dashboard and the alert rules of docs/monitoring, with a real Prometheus that scrapes the real program.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
# shellcheck source=scripts/prometheus.sh
. scripts/prometheus.sh
setup_prometheus

make --no-print-directory quick
export FLOWDECK_BIN=$root/target/quick/flowdeck
counted node_test node --test --test-timeout=120000 --test-reporter=spec tests/monitoring/*.test.mjs
