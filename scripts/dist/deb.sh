#!/usr/bin/env bash
# Makes the Debian packages: a folder for each, as it will be on the system, and dpkg-deb packs it. What is in it comes
# from packaging/debian and target/dist/programs.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"

have dpkg-deb || fail "dpkg-deb is needed to make the Debian packages: install it (Debian: apt-get install dpkg)"
sources=packaging/debian
# In Debian's order of versions, 1.0.0~rc.1 is before 1.0.0, and so is what is built before its release.
debian_version=${full_version/[-+]/\~}

# debian_architecture TARGET
debian_architecture() {
  case $1 in
    x86_64-*) say amd64 ;;
    aarch64-*) say arm64 ;;
    *) fail "there is no Debian architecture for $1" ;;
  esac
}

# put MODE FILE PATH: copies a file into the package.
put() { install -D -m "$1" "$2" "$folder/$3"; }

# changelog: Debian's form, with one entry. What has changed is in CHANGELOG.md.
changelog() {
  say "flowdeck ($debian_version) stable; urgency=medium"
  say
  say "  * See CHANGELOG.md.gz."
  say
  say " -- The flowdeck authors <flowdeck@flowdeck.invalid>  $(date --rfc-email --date="@$SOURCE_DATE_EPOCH")"
}

# contents: every file of the package but those for dpkg.
contents() {
  put 0755 "$(program "$1")" usr/bin/flowdeck
  put 0644 $sources/flowdeck.service usr/lib/systemd/system/flowdeck.service
  put 0644 $sources/flowdeck.toml etc/flowdeck/flowdeck.toml
  for unit in service timer; do
    put 0644 packaging/operate/flowdeck-backup.$unit usr/lib/systemd/system/flowdeck-backup.$unit
  done
  for file in nginx.conf Caddyfile; do put 0644 packaging/operate/$file usr/share/doc/flowdeck/$file; done
  for file in dashboard.json alerts.yml; do put 0644 docs/monitoring/$file usr/share/doc/flowdeck/$file; done
  put 0644 $sources/copyright usr/share/doc/flowdeck/copyright
  put 0644 $sources/lintian-overrides usr/share/lintian/overrides/flowdeck
  changelog | gzip -9n >"$folder/usr/share/doc/flowdeck/changelog.gz"
  gzip -9nc CHANGELOG.md >"$folder/usr/share/doc/flowdeck/CHANGELOG.md.gz"
}

# control ARCHITECTURE: the files for dpkg.
control() {
  local size
  size=$(find "$folder" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
  mkdir "$folder/DEBIAN"
  sed "s/@version@/$debian_version/; s/@architecture@/$1/; s/@size@/$size/" $sources/control >"$folder/DEBIAN/control"
  put 0644 $sources/conffiles DEBIAN/conffiles
  for script in postinst prerm postrm; do put 0755 $sources/$script DEBIAN/$script; done
  (cd "$folder" && find . -type f -not -path './DEBIAN/*' -printf '%P\n' | sort | xargs md5sum) \
    >"$folder/DEBIAN/md5sums"
}

# package TARGET
package() {
  local architecture folder=$dist/deb
  architecture=$(debian_architecture "$1")
  need_program "$1"
  rm -rf "$folder"
  mkdir "$folder"
  contents "$1"
  control "$architecture"
  find "$folder" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  # One thread, because the number of threads changes the file.
  DPKG_DEB_THREADS_MAX=1 dpkg-deb --root-owner-group -Zxz --build "$folder" \
    "$dist/flowdeck_${version}_$architecture.deb" >/dev/null
  rm -r "$folder"
  say "made target/dist/flowdeck_${version}_$architecture.deb"
}

for target in "${linux_targets[@]+"${linux_targets[@]}"}"; do package "$target"; done
