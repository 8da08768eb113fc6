#!/usr/bin/env bash
# Each kind of fault once: engines and the service are killed or paused while clients submit runs. `make chaos` is
# the long form.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

make --no-print-directory quick
export FLOWDECK_BIN=$root/target/quick/flowdeck CHAOS_SHORT=1
unset COMFYUI_DIR
counted node_test node --test --test-timeout=600000 --test-reporter=spec tests/chaos/*.test.mjs
