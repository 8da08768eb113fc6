#!/usr/bin/env bash
# The documents: their commands, files and proxies against the real program, and what a newcomer reads.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/python.sh
. scripts/python.sh
unpacked_program NGINX nginx usr/sbin/nginx
unpacked_program CADDY caddy usr/bin/caddy
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
export_small_std
setup_python docs-python tests/docs/requirements.txt

have curl || fail "curl is needed: install it (Debian: apt-get install curl), and run make again"
have openssl || fail "openssl is needed: install it (Debian: apt-get install openssl), and run make again"
make --no-print-directory --jobs=3 quick site npm
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_SITE=$root/target/site FLOWDECK_NPM=$root/target/npm
counted node_test node --test --test-concurrency=3 --test-timeout=180000 --test-reporter=spec tests/docs/*.test.mjs
