#!/usr/bin/env bash
# The dashboard and the alert rules of docs/monitoring, with a real Prometheus that scrapes the real program.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
unpacked_program PROMETHEUS prometheus usr/bin/prometheus
unpacked_program PROMTOOL prometheus usr/bin/promtool

make --no-print-directory quick
export FLOWDECK_BIN=$root/target/quick/flowdeck
counted node_test node --test --test-timeout=120000 --test-reporter=spec tests/monitoring/*.test.mjs
