#!/usr/bin/env bash
# The archives, and install.sh, which installs from them. DIST_URL is the address that will serve target/dist, if it
# is known: install.sh then needs no other.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fill TARGET FOLDER: puts everything that an archive contains into the folder.
fill() {
  mkdir "$2"
  install -m 755 "$(program "$1")" "$2/"
  install -m 644 LICENSE-APACHE LICENSE-MIT "$work/licenses.txt" "$2/"
  case $1 in
    *windows*) sed 's|\./flowdeck|.\\flowdeck.exe|g' packaging/archive/README.txt >"$2/README.txt" ;;
    *) install -m 644 packaging/archive/README.txt "$2/" ;;
  esac
}

# archive TARGET SYSTEM: makes the archive of one system, with one folder in it.
archive() {
  local name=flowdeck-$version-$2
  fill "$1" "$work/$name"
  case $1 in
    *windows*) python3 scripts/dist/same_zip.py "$work/$name" "$dist/$name.zip" "$name/" ;;
    *) same_tar "$work/$name" "$dist/$name.tar.gz" --transform "s,^\.,$name," ;;
  esac
}

case ${DIST_URL:-} in
  '') ;;
  *[!A-Za-z0-9:/._~%-]*) fail "DIST_URL: $DIST_URL has characters that install.sh cannot hold; leave them out" ;;
  http://* | https://*) ;;
  *) fail "DIST_URL: $DIST_URL is not an address; give one that starts with http:// or https://" ;;
esac
for target in "${linux_targets[@]+"${linux_targets[@]}"}"; do need_program "$target"; done
have python3 || fail "the archive for Windows needs Python: install it (Debian: apt-get install python3)"
rm -f "$dist"/flowdeck-*-{linux,darwin}-*.tar.gz "$dist"/flowdeck-*-windows-*.zip
"$(own_program)" licenses >"$work/licenses.txt"

for target in "${linux_targets[@]+"${linux_targets[@]}"}"; do archive "$target" "linux-${target%%-*}"; done
for target in "${other_targets[@]+"${other_targets[@]}"}"; do
  case $target in
    *windows*) system=windows-x86_64 ;;
    *) system=darwin-${target%%-*} ;;
  esac
  if [ -f "$(program "$target")" ]; then
    archive "$target" "$system"
  else
    say "there is no archive for $system, because no program is compiled for it"
  fi
done

sed "s|^from=\"\"\$|from=\"${DIST_URL:-}\"|" packaging/install.sh >"$dist/install.sh"
