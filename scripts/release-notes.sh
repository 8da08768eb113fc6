#!/usr/bin/env bash
# release-notes.sh TAG: prints what the changelog says about the version of a tag such as v1.2.3. Fails unless it is
# flowdeck's version, and has a section there.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/dist/lib.sh"

tag=${1:-}
[ "$tag" = "v$version" ] ||
  fail "the tag ${tag:-(none)} does not fit version $version in Cargo.toml: name the tag v$version, or change the version"
notes=$(awk -v heading="## $version" '$0 == heading { found = 1; next } /^## / { found = 0 } found' CHANGELOG.md)
[ -n "$(tr -d '[:space:]' <<<"$notes")" ] ||
  fail "CHANGELOG.md says nothing about $version: rename its section Unreleased to $version"
say "$notes"
