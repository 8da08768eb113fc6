#!/usr/bin/env bash
# Kills and pauses engines and the service at random while clients submit runs. CHAOS_SEED repeats the faults;
# COMFYUI_DIR uses the ComfyUI in that folder as engines, with the interpreter COMFYUI_PYTHON.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

if [ -n "${COMFYUI_DIR:-}" ] && [ ! -f "$COMFYUI_DIR/main.py" ]; then
  fail "COMFYUI_DIR: there is no main.py in $COMFYUI_DIR; set it to a checkout of ComfyUI"
fi
node --test --test-timeout=3600000 tests/chaos/*.test.mjs
