# shellcheck shell=bash
# Installs Debian packages, as root or with sudo, or unpacks them.

# apt_install NAME PACKAGE…: NAME is for messages and the log.
apt_install() {
  local name=$1 apt=(apt-get) remedy
  shift
  remedy="check the network, then run as root: apt-get update && apt-get install --no-install-recommends $*"
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "$name: only root can install Debian packages; $remedy"
    apt=(sudo apt-get)
  fi
  export DEBIAN_FRONTEND=noninteractive
  local install=("${apt[@]}" -o Acquire::Retries=3 install -y --no-install-recommends "$@")
  # On a fresh machine the package lists may be missing or outdated.
  "${install[@]}" >/dev/null 2>&1 && return
  logged "$name" "$remedy" "${apt[@]}" update
  logged "$name" "$remedy" "${install[@]}"
}

# apt_unpack PACKAGE FOLDER: unpacks a package without installing it.
apt_unpack() {
  local package=$1 folder=$2 remedy="check the network, then run as root: apt-get update"
  rm -rf "$folder"
  mkdir -p "$folder"
  # On a fresh machine the package lists may be missing or outdated, and only root can renew them.
  if ! apt_download "$package" "$folder" >/dev/null 2>&1; then
    local apt=(apt-get)
    if [ "$(id -u)" -ne 0 ] && have sudo; then apt=(sudo apt-get); fi
    logged "$package" "$remedy" "${apt[@]}" update
    logged "$package" "$remedy" apt_download "$package" "$folder"
  fi
  local file
  for file in "$folder"/*.deb; do dpkg-deb -x "$file" "$folder"; done
  rm "$folder"/*.deb
}

apt_download() { (cd "$2" && apt-get -o Acquire::Retries=3 download "$1"); }
