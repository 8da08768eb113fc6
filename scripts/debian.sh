# shellcheck shell=bash
# Installs Debian packages, as root or with sudo.

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
