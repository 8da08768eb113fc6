#!/usr/bin/env bash
# Assembles the playground in target/site, with a compressed copy of each file, and the npm package that it offers.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

site=target/site.new

copy() {
  rm -rf $site
  mkdir -p $site/pkg $site/styles
  cp index.html www/manifest.webmanifest $site/
  cp -R www/icons $site/
  cp -r www/*.js www/first $site/pkg/
  cp target/wasm/schema/schema.js target/wasm/schema/schema_bg.wasm target/wasm/playground/*.js target/wasm/playground/*.wasm $site/pkg/
  # One request for the styles of the first load, and one for those of the deferred module. Their order does not
  # matter.
  cat www/styles/*.css > $site/styles/app.css
  cat www/styles/later/*.css > $site/styles/later.css
}

# The name of the deferred module contains a checksum, so that a page that stays open during an update
# cannot load the new version's module.
name_deferred_module() {
  local checksum module
  checksum=$(cksum <$site/pkg/playground_bg.wasm | tr ' ' -)
  for module in $site/pkg/split_*.wasm; do mv "$module" "${module%.wasm}.$checksum.wasm"; done
  sed "s/\(split_[a-z]*\)\.wasm/\1.$checksum.wasm/" target/wasm/playground/__wasm_split.js >$site/pkg/__wasm_split.js
}

minify() { esbuild "$@" --minify --allow-overwrite --outdir=$site --outbase=$site --log-level=warning; }

bundle() {
  minify $site/pkg/schema.js $site/styles/{app,later}.css
  # Each script is bundled with its static imports; dynamic imports stay separate files.
  minify $site/pkg/{start,queue-worker,zip}.js --bundle --format=esm --external:./{schema,zip}.js
  # first.js is a classic script, because modules would wait for the styles and the first frame.
  minify $site/pkg/first.js --bundle --format=esm --external:./start.js --banner:js='{' --footer:js='}' \
    --define:WORDS="$(node scripts/first-words.mjs)"
  rm -r $site/pkg/{playground.js,__wasm_split.js,first}
}

assemble() {
  copy
  name_deferred_module
  bundle
  node scripts/precompress.mjs $site
  cp -R target/docs target/flowdeck.tgz $site/
  rm -rf target/site
  mv $site target/site
}
step "assembling the site" assemble
