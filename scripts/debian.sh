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

# unpacked_program VARIABLE PACKAGE PATH: puts a program that tests start into VARIABLE: the one that it names, or an
# installed one, or on Debian that at PATH of its package, unpacked into .tools. Installing the package would also
# start it, on its usual port.
unpacked_program() {
  local variable=$1 package=$2 program=${3##*/} unpacked=$tools/$2/$3
  local found=${!variable:-$(first_of "$program" "/usr/sbin/$program" "$unpacked")}
  if [ -z "$found" ]; then
    have apt-get || fail "$program is needed: install it, and set $variable to its path unless it is on PATH"
    say "unpacking $package"
    apt_unpack "$package" "$tools/$package"
    found=$unpacked
    if ldd "$found" 2>/dev/null | grep -q "not found"; then
      fail "$program: the unpacked $found does not run; install $package, and run make again"
    fi
  fi
  export "$variable=$found"
}
