#!/usr/bin/env bash
# What people install, from target/dist: each artefact in an empty place, used to make a poster. Not part of every
# run, because `make dist` compiles the program for each system. FILES names the test files, if not all.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
setup_browser
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/python.sh
. scripts/python.sh
setup_python dist scripts/dist/requirements.txt
export PATH="$PATH:$tools/dist/bin"
unpacked_program BUSYBOX busybox bin/busybox
unpacked_program QEMU_AARCH64 qemu-user-static usr/bin/qemu-aarch64-static

have curl || fail "curl is needed: install it (Debian: apt-get install curl), and run make again"
read -ra files <<<"${FILES:-tests/dist/*.test.mjs}"
# One at a time: they measure the time from a line to the first result.
# shellcheck disable=SC2068 # the pattern becomes names
counted node_test node --test --test-concurrency=1 --test-timeout=600000 --test-reporter=spec ${files[@]}
