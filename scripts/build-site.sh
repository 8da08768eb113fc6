#!/usr/bin/env bash
# Puts the playground's files together in target/site, each also compressed.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

site=target/site.new
say "putting the site together"
rm -rf $site
mkdir -p $site/pkg
cp index.html www/start.js $site/
for folder in styles icons; do
  if [ -d www/$folder ]; then cp -R www/$folder $site/; fi
done
cp target/wasm/playground/flowdeck.js target/wasm/playground/flowdeck_bg.wasm $site/pkg/
if [ -d target/wasm/playground/snippets ]; then cp -R target/wasm/playground/snippets $site/pkg/; fi
node scripts/precompress.mjs $site
rm -rf target/site
mv $site target/site
