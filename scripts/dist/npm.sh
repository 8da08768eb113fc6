#!/usr/bin/env bash
# Makes the npm packages: the client, and for each platform in packaging/npm/platforms a package with its program. The
# client installs the one of its platform, if there was a program to pack.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"

work=$root/target/dist-npm
packed=()

# pack FOLDER: packs it as npm does, which gives every file the same time.
pack() {
  logged npm-pack "fix what it names, and run make again" \
    npm pack "$1" --pack-destination "$work/packed" --ignore-scripts --loglevel=error
}

# pack_platform PLATFORM TARGET: packs the program, or says that there is none.
pack_platform() {
  local platform=$1 folder=$work/$1 program
  program=$(program "$2")
  if [ ! -f "$program" ]; then
    say "no npm package for $platform: there is no program for $2"
    return
  fi
  mkdir -p "$folder/bin"
  install -m 755 "$program" "$folder/bin/"
  cp packaging/npm/README.md LICENSE-APACHE LICENSE-MIT "$folder/"
  node packaging/npm/manifest.mjs platform "$version" "$platform" >"$folder/package.json"
  pack "$folder"
  packed+=("$platform")
}

pack_client() {
  cp -R target/npm "$work/client"
  (cd "$work/client" && node "$root/packaging/npm/manifest.mjs" client "$version" "${packed[@]}" >package.new)
  mv "$work/client/package.new" "$work/client/package.json"
  pack "$work/client"
}

pack_all() {
  rm -rf "$work"
  mkdir -p "$work/packed" "$dist"
  local platform target
  while read -r platform target; do pack_platform "$platform" "$target"; done <packaging/npm/platforms
  [ ${#packed[@]} -gt 0 ] || fail "there is no program to pack: compile one with make dist PART=programs"
  pack_client
  rm -f "$dist"/flowdeck-*.tgz
  mv "$work/packed"/*.tgz "$dist/"
  rm -rf "$work"
}

make --no-print-directory npm
step "packing the npm packages" pack_all
