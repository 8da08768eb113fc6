#!/usr/bin/env bash
# Puts the playground's files together in target/site, each also compressed.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

site=target/site.new
say "putting the site together"
rm -rf $site
mkdir -p $site/pkg
cp index.html $site/
cp -r www/*.js www/first $site/pkg/
# One request in place of one a component; the styles do not depend on their order.
mkdir -p $site/styles
cat www/styles/*.css > $site/styles/app.css
cp target/wasm/schema/schema.js target/wasm/schema/schema_bg.wasm target/wasm/playground/*.js target/wasm/playground/*.wasm $site/pkg/
# A page that stays open while its server gets a newer one must not load the newer one's part.
mark=$(cksum <$site/pkg/playground_bg.wasm | tr ' ' -)
for part in $site/pkg/split_*.wasm; do mv "$part" "${part%.wasm}.$mark.wasm"; done
sed "s/\(split_[a-z]*\)\.wasm/\1.$mark.wasm/" target/wasm/playground/__wasm_split.js >$site/pkg/__wasm_split.js
minify() { esbuild "$@" --minify --allow-overwrite --outdir=$site --outbase=$site --log-level=warning; }
minify $site/pkg/schema.js $site/styles/app.css
# Each with all that it needs from the start, in one request; what comes later stays beside them.
minify $site/pkg/{start,queue-worker,zip}.js --bundle --format=esm --external:./{schema,zip}.js
# No module: those wait for the styles and for the first frame.
minify $site/pkg/first.js --bundle --format=esm --external:./start.js --banner:js='{' --footer:js='}' --define:WORDS="$(node scripts/first-words.mjs)"
rm -r $site/pkg/{playground.js,__wasm_split.js,first}
node scripts/precompress.mjs $site
rm -rf target/site
mv $site target/site
