#!/usr/bin/env bash
# The node pack for ComfyUI: its Python with a stand-in for ComfyUI, and what the core makes of its nodes. If
# COMFYUI_DIR names a ComfyUI and COMFYUI_PYTHON its Python, also its nodes in ComfyUI and its editor in Chromium.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
setup_browser

if ! have python3 && have apt-get; then apt_install python3 python3; fi
have python3 || fail "python3 is not installed: install Python 3.9 or newer (Debian: apt-get install python3)"
export PYTHONDONTWRITEBYTECODE=1

# The totals of Python's unittest.
unittest() {
  awk '/^Ran / { all = $2 }
    /^FAILED/ { gsub(/[^0-9=,]/, ""); n = split($0, parts, /[=,]/); for (i = 1; i <= n; i++) f += parts[i] }
    END { print all - f, f + 0, 0 }' "$1"
}
counted unittest python3 -W error -m unittest discover --buffer --start-directory comfyui/tests --top-level-directory comfyui

# The pack first: the program contains it.
make --no-print-directory nodes
make --no-print-directory quick
export FLOWDECK_BIN=$root/target/quick/flowdeck
if [ -z "${COMFYUI_DIR:-}" ]; then
  say "ComfyUI and its editor are not tested: set COMFYUI_DIR to its folder and COMFYUI_PYTHON to its Python"
fi
counted node_test node --test --test-timeout=600000 --test-reporter=spec tests/nodes/*.test.mjs
