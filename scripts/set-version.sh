#!/usr/bin/env bash
# set-version.sh VERSION: writes the version of everything, in the files that people and other tools read it from.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

version=${1:-}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "set-version.sh: name a version, such as 1.2.0"

# replace EXPRESSION FILE: sed's -i differs between systems.
replace() { sed -E "$1" "$2" >"$2.new" && mv "$2.new" "$2"; }

# The version of the workspace, and those that its crates want of each other.
replace "/^\[workspace.package\]/,/^$/s/^version = \".*\"/version = \"$version\"/; s/(path = \"src\/[a-z_]+\", version = \"=)[^\"]*/\\1$version/" Cargo.toml
replace "s/^  \"version\": \".*\"/  \"version\": \"$version\"/" www/npm/package.json
replace "s/^version = \".*\"/version = \"$version\"/" comfyui/pyproject.toml
cargo metadata --format-version 1 >/dev/null
cargo metadata --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null
