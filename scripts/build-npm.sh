#!/usr/bin/env bash
# Assembles the npm package in the npm folder: the JavaScript of www/npm and the WebAssembly it wraps. Packs it into
# flowdeck.tgz, which the page offers.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

package=$page/npm.new

assemble() {
  rm -rf $package
  mkdir -p $package/pkg
  cp -R www/npm/. $package/
  local module
  for module in calls follow schema; do
    cp "$page/wasm/$module/$module.js" "$page/wasm/$module/${module}_bg.wasm" $package/pkg/
  done
  cp $page/wasm/calls/split_later.wasm $package/pkg/later_bg.wasm
  node scripts/shared-imports.mjs $page/wasm/calls/__wasm_split.js $package/pkg/later.js
  node scripts/inline-wasm.mjs $package/pkg/*.wasm
  cp www/schema/schema.json www/schema/exposure.json $package/
  cp LICENSE-APACHE LICENSE-MIT $package/
  touch $package/package.json
  rm -rf $page/npm
  mv $package $page/npm
  # npm gives every file in it the same time, so that equal packages are equal files.
  mv "$page/$(npm pack "./$page/npm" --pack-destination "$page" --silent)" "$page/flowdeck.tgz"
}
step "assembling the npm package" assemble
