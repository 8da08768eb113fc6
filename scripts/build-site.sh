#!/usr/bin/env bash
# Puts the playground's files together in target/site, each also compressed.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

site=target/site.new
say "putting the site together"
rm -rf $site
mkdir -p $site/pkg
cp index.html www/*.js $site/
# One request in place of one a component; the styles do not depend on their order.
mkdir -p $site/styles
cat www/styles/*.css > $site/styles/app.css
for part in playground schema; do
  cp target/wasm/$part/$part.js target/wasm/$part/${part}_bg.wasm $site/pkg/
done
if [ -d target/wasm/playground/snippets ]; then cp -R target/wasm/playground/snippets $site/pkg/; fi
mkdir -p $site/lib
cp node_modules/client-zip/index.js $site/lib/client-zip.js
esbuild $site/*.js $site/pkg/*.js $site/styles/app.css --minify --allow-overwrite --outdir=$site --outbase=$site \
  --log-level=warning
node scripts/precompress.mjs $site
rm -rf target/site
mv $site target/site
