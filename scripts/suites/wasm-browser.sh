#!/usr/bin/env bash
# Tests the WebAssembly core, and each region of the page alone, in headless Chromium.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/suites/wasm-lib.sh
. scripts/suites/wasm-lib.sh
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
setup_browser

export WASM_BINDGEN_TEST_WEBDRIVER_JSON=$root/target/test/webdriver.json
mkdir -p target/test
cat >"$WASM_BINDGEN_TEST_WEBDRIVER_JSON" <<JSON
{
  "goog:chromeOptions": {
    "binary": "$CHROME",
    "args": ["disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"]
  }
}
JSON
wasm_test npm_calls --test=wasm_browser --headless --chrome --chromedriver "$CHROMEDRIVER"
wasm_test playground --lib --headless --chrome --chromedriver "$CHROMEDRIVER"
