#!/usr/bin/env bash
# SHA256SUMS, over every file in target/dist that people download. `sha256sum --check SHA256SUMS` compares them.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$dist"
rm -f SHA256SUMS
find . -maxdepth 1 -type f ! -name '*.new' -printf '%P\0' | sort -z | xargs -0 sha256sum >"SHA256SUMS.new"
mv SHA256SUMS.new SHA256SUMS
