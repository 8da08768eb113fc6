#!/usr/bin/env bash
# Writes the table of all metrics into docs/monitoring/README.md, from src/service/monitoring/definitions.rs. A test
# checks it.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

WRITE_METRICS=1 cargo test --quiet --locked --workspace --lib the_document_has_the_table_of_all_metrics
