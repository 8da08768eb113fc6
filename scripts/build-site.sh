#!/usr/bin/env bash
# Assembles the playground in the site folder, with a compressed copy of each file if there is time
# for that, and the npm package that it offers.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

site=$page/site.new

copy() {
  rm -rf $site
  mkdir -p $site/pkg $site/styles
  cp index.html www/manifest.webmanifest $site/
  cp -R www/icons $site/
  cp -r www/*.js www/first $site/pkg/
  cp $page/wasm/schema/schema.js $page/wasm/schema/schema_bg.wasm $page/wasm/playground/*.{js,wasm} $site/pkg/
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
  sed "s/\(split_[a-z]*\)\.wasm/\1.$checksum.wasm/" $page/wasm/playground/__wasm_split.js >$site/pkg/__wasm_split.js
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
  if [ "$page" = target ]; then node scripts/precompress.mjs "$site"; fi
  cp -R target/docs $page/flowdeck.tgz $site/
  rm -rf $page/site
  mv $site $page/site
}
step "assembling the site" assemble
