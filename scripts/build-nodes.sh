#!/usr/bin/env bash
# Assembles the node pack for ComfyUI in target/comfyui: the Python of comfyui, the editor's scripts bundled, and the
# rules compiled to WebAssembly.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

pack=target/comfyui.new

assemble() {
  rm -rf $pack
  mkdir -p $pack/web
  cp comfyui/*.py comfyui/pyproject.toml comfyui/README.md LICENSE-APACHE LICENSE-MIT $pack/
  cp target/wasm/schema/schema_bg.wasm $pack/web/
  cp -R comfyui/web $pack/sources
  cp target/wasm/schema/schema.js $pack/sources/
  local options=(--bundle --format=esm --minify --target=es2022 --log-level=warning)
  esbuild $pack/sources/flowdeck.js "${options[@]}" --loader:.css=text --outfile=$pack/web/flowdeck.js \
    --external:../../scripts/app.js --external:../../scripts/api.js
  # ComfyUI's editor loads every .js file as an extension, so the worker is a .mjs file.
  esbuild $pack/sources/worker.js "${options[@]}" --outfile=$pack/web/worker.mjs
  rm -r $pack/sources
  rm -rf target/comfyui
  mv $pack target/comfyui
}
step "assembling the node pack" assemble
