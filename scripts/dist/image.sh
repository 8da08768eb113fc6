#!/usr/bin/env bash
# Makes the container images, each as a tar archive that docker load and podman load take. packaging/image/README.md
# says what is in them. The layout is five JSON files and two layers, so no image builder is needed.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh

have apt-get || fail "the image contains Debian's certificates: make it on Debian or Ubuntu"
user=10001
authorities=$tools/ca-certificates
[ -d "$authorities/usr" ] || apt_unpack ca-certificates "$authorities"

# add FILE: makes a file a blob of the layout. Prints its checksum.
add() {
  local checksum
  checksum=$(sha256sum "$1" | cut -d' ' -f1)
  mv "$1" "$layout/blobs/sha256/$checksum"
  say "$checksum"
}

# descriptor MEDIA_TYPE CHECKSUM [FURTHER]: how one file of the layout refers to another.
descriptor() {
  printf '{"mediaType":"application/vnd.oci.image.%s","digest":"sha256:%s","size":%d%s}' \
    "$1" "$2" "$(stat --format=%s "$layout/blobs/sha256/$2")" "${3:-}"
}

# layer FOLDER [OPTION…]: packs a layer. Prints its checksum before and after compression.
layer() {
  local folder=$1 archive=$work/layer.tar before
  shift
  same_tar "$folder" "$archive" "$@"
  before=$(sha256sum "$archive" | cut -d' ' -f1)
  gzip -9n "$archive"
  say "$before $(add "$archive.gz")"
}

# root_folder TARGET: what the layer with the program contains.
root_folder() {
  install -D -m 0755 "$(program "$1")" "$work/root/usr/bin/flowdeck"
  install -D -m 0644 LICENSE-MIT LICENSE-APACHE -t "$work/root/usr/share/doc/flowdeck"
  install -D -m 0644 "$authorities/usr/share/doc/ca-certificates/copyright" -t "$work/root/usr/share/doc/ca-certificates"
  mkdir -p "$work/root/etc/ssl/certs"
  cat "$authorities"/usr/share/ca-certificates/mozilla/*.crt >"$work/root/etc/ssl/certs/ca-certificates.crt"
}

# configuration ARCHITECTURE DATA_LAYER PROGRAM_LAYER
configuration() {
  sed "s/@architecture@/$1/; s/@version@/$full_version/; s/@data_layer@/$2/; s/@program_layer@/$3/
    s/@created@/$(date --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)/" packaging/image/config.json
}

# index MANIFEST: names the image twice, as docker save does.
index() {
  local tag separator=
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":['
  for tag in latest "$version"; do
    printf '%s' "$separator"
    descriptor manifest.v1+json "$1" ",\"annotations\":{\"io.containerd.image.name\":\"docker.io/library/flowdeck:$tag\",\
\"org.opencontainers.image.ref.name\":\"$tag\"}"
    separator=,
  done
  printf ']}'
}

# image TARGET ARCHITECTURE
image() {
  local work=$dist/image layout=$dist/image/layout archive=$dist/flowdeck-$version-image-$2.tar
  local data_before data_layer program_before program_layer config manifest
  need_program "$1"
  rm -rf "$work"
  mkdir -p "$layout/blobs/sha256" "$work/data/data"
  chmod 0700 "$work/data/data"
  root_folder "$1"
  read -r data_before data_layer < <(layer "$work/data" --owner=$user --group=$user)
  read -r program_before program_layer < <(layer "$work/root")
  configuration "$2" "$data_before" "$program_before" >"$work/config.json"
  config=$(add "$work/config.json")
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s,%s]}' \
    "$(descriptor config.v1+json "$config")" "$(descriptor layer.v1.tar+gzip "$data_layer")" \
    "$(descriptor layer.v1.tar+gzip "$program_layer")" >"$work/manifest.json"
  manifest=$(add "$work/manifest.json")
  index "$manifest" >"$layout/index.json"
  printf '{"imageLayoutVersion":"1.0.0"}' >"$layout/oci-layout"
  local blobs=blobs/sha256
  printf '[{"Config":"%s","RepoTags":["flowdeck:latest","flowdeck:%s"],"Layers":["%s","%s"]}]' \
    "$blobs/$config" "$version" "$blobs/$data_layer" "$blobs/$program_layer" >"$layout/manifest.json"
  same_tar "$layout" "$archive"
  rm -r "$work"
  say "made target/dist/${archive##*/}"
}

for target in "${linux_targets[@]+"${linux_targets[@]}"}"; do
  case $target in
    x86_64-*) image "$target" amd64 ;;
    *) image "$target" arm64 ;;
  esac
done
