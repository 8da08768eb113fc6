# shellcheck shell=bash
# Installing Debian packages, as root or by sudo.

apt_install() {
  local word=$1 as_root=()
  shift
  local command="apt-get install --no-install-recommends $*"
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "$word: installing Debian packages takes root; run as root: $command"
    as_root=(sudo)
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]+"${as_root[@]}"}" apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 && return
  logged "$word" "check the network, then run as root: apt-get update" \
    "${as_root[@]+"${as_root[@]}"}" apt-get update
  logged "$word" "check the network, then run as root: $command" \
    "${as_root[@]+"${as_root[@]}"}" apt-get install -y --no-install-recommends "$@"
}
