#!/usr/bin/env bash
# What a release needs, without making one: equal versions, its notes, and workflows of GitHub without mistakes.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"

npm_tools packaging "the check of GitHub's workflows"
counted node_test node --test --test-timeout=60000 --test-reporter=spec tests/packaging/*.test.mjs
