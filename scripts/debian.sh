# shellcheck shell=bash
# Installing Debian packages, as root or by sudo.

# apt_install WORD PACKAGE…
apt_install() {
  local word=$1 apt=(apt-get) way_out
  shift
  way_out="check the network, then run as root: apt-get update && apt-get install --no-install-recommends $*"
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "$word: installing Debian packages takes root; $way_out"
    apt=(sudo apt-get)
  fi
  export DEBIAN_FRONTEND=noninteractive
  local install=("${apt[@]}" -o Acquire::Retries=3 install -y --no-install-recommends "$@")
  # The package lists of a fresh machine may be missing or old.
  "${install[@]}" >/dev/null 2>&1 && return
  logged "$word" "$way_out" "${apt[@]}" update
  logged "$word" "$way_out" "${install[@]}"
}
