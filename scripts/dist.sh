#!/usr/bin/env bash
# Makes what people install, in target/dist: every part, or those named in PART. Each part has a script in
# scripts/dist. The programs come first, because the others contain them.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/dist/lib.sh"

all=(programs archives wheels npm deb image checksums)
read -ra chosen <<<"${PART:-${all[*]}}"
for part in "${chosen[@]}"; do
  [ -x "scripts/dist/$part.sh" ] || fail "there is no part named $part: choose from ${all[*]}"
done

mkdir -p "$dist"
for part in "${chosen[@]}"; do "scripts/dist/$part.sh"; done
say "all parts took $(duration $SECONDS); they are in target/dist"
