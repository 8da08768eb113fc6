#!/usr/bin/env bash
# The npm package in frameworks and runtimes that load it in their own way: Next.js, Vitest with jsdom, Cloudflare
# Workers and a service worker. Runs only if the package or a consumer has changed since it last passed.
# shellcheck source=scripts/suites/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh
# shellcheck source=scripts/browser.sh
. scripts/browser.sh
setup_browser
# shellcheck source=scripts/suites/node22.sh
. scripts/suites/node22.sh

make --no-print-directory --jobs=3 quick npm

# Compared by content, because a build gives the files new time stamps.
stamp=target/consumers.passed
checksum=$(find target/npm tests/consumers docs/nextjs.md -type f -print0 | LC_ALL=C sort -z | xargs -0 cat | cksum)
if [ "$(cat $stamp 2>/dev/null)" = "$checksum" ]; then
  unchanged "delete $stamp to run it"
  exit
fi

# The frameworks as hard links where cp can make them: bundlers do not follow a link out of their project.
install_package() {
  rm -rf target/consumers
  cp -R tests/consumers target/consumers
  local frameworks
  frameworks=$(realpath "$tools")/consumers/node_modules
  cp -al "$frameworks" target/consumers/ 2>/dev/null || cp -R "$frameworks" target/consumers/
  cp -R target/npm target/consumers/node_modules/flowdeck
}

second_node
# Heavy, so that only this suite installs them.
npm_tools consumers "the frameworks"
install_package
export FLOWDECK_BIN=$root/target/quick/flowdeck FLOWDECK_NPM=$root/target/npm
counted node_test node --test --test-concurrency=2 --test-timeout=300000 --test-reporter=spec tests/consumers/*.test.mjs
if [ "$failed" -eq 0 ]; then say "$checksum" >$stamp; fi
