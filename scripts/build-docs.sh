#!/usr/bin/env bash
# Bundles the API reference into target/docs, with a compressed copy of each file and the licenses of all packages in
# it.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

docs=target/docs.new

bundle() {
  rm -rf $docs
  mkdir -p $docs
  # Scalar's assistant would call its maker's servers, so it is left out.
  esbuild www/docs/docs.js www/docs/docs.css --bundle --splitting --format=esm --target=es2022 --minify \
    --outdir=$docs --chunk-names=part-[hash] --legal-comments=none --metafile=$docs/meta.json --log-level=warning \
    --alias:@scalar/agent-chat=./www/docs/no-assistant.js '--define:process.env.NODE_ENV="production"'
  cp www/docs/index.html $docs/
  node scripts/bundled-licenses.mjs $docs/meta.json >$docs/licenses.txt
  rm $docs/meta.json
  # Without brotli: the program contains both, and the reference is opened seldom.
  node scripts/precompress.mjs $docs gzip
  rm -rf target/docs
  mv $docs target/docs
}
step "bundling the API reference" bundle
