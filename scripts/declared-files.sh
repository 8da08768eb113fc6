#!/usr/bin/env bash
# Writes what documents and the npm package have of the declarations of operations and answers. A test checks it.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

WRITE_DECLARED=1 cargo test --quiet --locked --test service declared_files
