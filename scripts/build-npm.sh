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
for part in calls schema; do
  cp "target/wasm/$part/$part.js" "target/wasm/$part/${part}_bg.wasm" $package/pkg/
done
node scripts/inline-wasm.mjs $package/pkg/*.wasm
cp www/schema/schema.json $package/schema.json
cp LICENSE-APACHE LICENSE-MIT $package/
touch $package/package.json
rm -rf target/npm
mv $package target/npm
