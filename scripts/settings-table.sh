#!/usr/bin/env bash
# Writes the table of settings in docs/settings.md anew, from the options of the program.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

WRITE_SETTINGS=1 cargo test --quiet --workspace --bin flowdeck the_documentation_has_every_setting
