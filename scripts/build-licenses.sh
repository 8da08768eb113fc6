#!/usr/bin/env bash
# Collects the licenses of everything that the program contains in target/licenses.txt, for `flowdeck licenses`.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

collect() {
  node scripts/crate-licenses.mjs >target/licenses.txt.new
  cat target/docs/licenses.txt >>target/licenses.txt.new
  mv target/licenses.txt.new target/licenses.txt
}
step "collecting the licenses" collect
