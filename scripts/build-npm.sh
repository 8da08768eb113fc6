#!/usr/bin/env bash
# Assembles the npm package in target/npm: the JavaScript of www/npm and the WebAssembly it wraps. Packs it into
# target/flowdeck.tgz, which the page offers.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

package=target/npm.new

assemble() {
  rm -rf $package
  mkdir -p $package/pkg
  cp -R www/npm/. $package/
  local module
  for module in calls follow schema; do
    cp "target/wasm/$module/$module.js" "target/wasm/$module/${module}_bg.wasm" $package/pkg/
  done
  cp target/wasm/calls/split_later.wasm $package/pkg/later_bg.wasm
  node scripts/shared-imports.mjs target/wasm/calls/__wasm_split.js $package/pkg/later.js
  node scripts/inline-wasm.mjs $package/pkg/*.wasm
  cp www/schema/schema.json www/schema/exposure.json $package/
  cp LICENSE-APACHE LICENSE-MIT $package/
  touch $package/package.json
  rm -rf target/npm
  mv $package target/npm
  # npm gives every file in it the same time, so that equal packages are equal files.
  mv "target/$(npm pack ./target/npm --pack-destination target --silent)" target/flowdeck.tgz
}
step "assembling the npm package" assemble
