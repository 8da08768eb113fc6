#!/usr/bin/env bash
# End-to-end tests of the page in Chromium, against the real program.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
setup_browser
unpacked_program NGINX nginx usr/sbin/nginx
# shellcheck source=scripts/wasm-toolchain.sh
. scripts/wasm-toolchain.sh
export_small_std

make --no-print-directory --jobs=3 quick site npm
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_SITE=$root/target/site FLOWDECK_NPM=$root/target/npm
export PLAYWRIGHT_JSON_OUTPUT_FILE=$root/target/test/e2e.json
rm -f "$PLAYWRIGHT_JSON_OUTPUT_FILE"

# Counts from Playwright's JSON report, which also contains flaky tests, and why tests failed.
playwright_report() {
  # shellcheck disable=SC2016 # JavaScript, not the shell, expands it
  node -e '
    const { readFileSync } = require("node:fs"), { stripVTControlCharacters } = require("node:util");
    const { suites, stats } = JSON.parse(readFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE));
    console.log(stats.expected, stats.unexpected + stats.flaky, stats.skipped);
    const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
    for (const { file, line, title, tests } of suites.flatMap(specs).filter(({ ok }) => !ok)) {
      const errors = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
      const why = errors.map(({ message }) => stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n  "));
      console.log(`${file}:${line} ${title}\n  ${why.join("\n  ")}`);
    }' || echo 0 1 0
}
counted playwright_report playwright test --config tests/e2e
