#!/usr/bin/env bash
# Puts the npm package together in target/npm: the facade and what it wraps.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

package=target/npm.new
say "putting the npm package together"
rm -rf $package
mkdir -p $package
cp -R www/npm/. $package/
mkdir -p $package/pkg
cp target/wasm/npm/flowdeck.js target/wasm/npm/flowdeck_bg.wasm target/wasm/npm/*.d.ts $package/pkg/
if [ -d target/wasm/npm/snippets ]; then cp -R target/wasm/npm/snippets $package/pkg/; fi
cp LICENSE-APACHE LICENSE-MIT $package/
touch $package/package.json
rm -rf target/npm
mv $package target/npm
