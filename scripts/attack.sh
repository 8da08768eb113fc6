#!/usr/bin/env bash
# Attacks the built program on loopback: connections, keys, faulty engines, memory, paths and kills.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

[ -r /proc/self/status ] || fail "the attacks read memory use from /proc: run them on Linux"
node --test --test-concurrency=1 --test-timeout=900000 tests/attacks/*.test.mjs
