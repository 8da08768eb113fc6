#!/usr/bin/env bash
# requirements.sh STAGE: fails with everything that is missing on this machine, and the line that installs it, before
# anything is built. Prints nothing if all is there. Stages: program (the program), web (also the page and the package).
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

node_version=20.19
rust_version=$(awk -F'"' '/^rust-version/ { print $2 }' Cargo.toml)

missing=() packages=() further=()

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$1" ]; }

# manager: the package manager of this system; empty if we know none.
manager() {
  local name
  for name in apt-get dnf pacman zypper apk brew; do
    if have "$name"; then say "$name"; return; fi
  done
}
manager=$(manager)

need_c_compiler() {
  have cc && have c++ && return
  missing+=("a C and C++ compiler (cc and c++)")
  case $manager in
    apt-get) packages+=(build-essential) ;;
    dnf | zypper) packages+=(gcc gcc-c++) ;;
    pacman) packages+=(base-devel) ;;
    apk) packages+=(build-base) ;;
    brew) further+=("xcode-select --install") ;;
  esac
}

need_node() {
  local found
  found=$(have node && version_of node --version || true)
  if [ -n "$found" ] && at_least $node_version "$found"; then
    have npm && return
    missing+=("npm, which belongs to Node")
    packages+=(npm)
    return
  fi
  missing+=("Node $node_version or newer, with npm${found:+ (node is $found)}")
  # The package of the system may be the one that is too old.
  [ -z "$found" ] || return 0
  case $manager in
    brew) packages+=(node) ;;
    dnf) packages+=(nodejs nodejs-npm) ;;
    *) packages+=(nodejs npm) ;;
  esac
}

need_rust() {
  local found
  found=$(have cargo && have rustc && version_of rustc --version || true)
  if [ -n "$found" ] && at_least "$rust_version" "$found"; then return; fi
  missing+=("Rust $rust_version or newer${found:+ (rustc is $found)}")
  if have rustup; then
    further+=("rustup update stable && rustup default stable")
  else
    have curl || packages+=(curl)
    further+=("curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y")
  fi
}

# line: the line that installs what is missing.
line() {
  local parts=() sudo=sudo part line
  if [ "$(id -u)" -eq 0 ]; then sudo=; fi
  if [ ${#packages[@]} -gt 0 ]; then
    case $manager in
      apt-get) parts+=("${sudo:+$sudo }apt-get update && ${sudo:+$sudo }apt-get install -y ${packages[*]}") ;;
      dnf | zypper) parts+=("${sudo:+$sudo }$manager install -y ${packages[*]}") ;;
      pacman) parts+=("${sudo:+$sudo }pacman -S --needed --noconfirm ${packages[*]}") ;;
      apk) parts+=("${sudo:+$sudo }apk add ${packages[*]}") ;;
      brew) parts+=("brew install ${packages[*]}") ;;
    esac
  fi
  parts+=("${further[@]+"${further[@]}"}")
  for part in "${parts[@]+"${parts[@]}"}"; do line=${line:+$line && }$part; done
  say "${line:-}"
}

need_c_compiler
case ${1:-} in
  program) ;;
  web) need_node ;;
  *) fail "requirements.sh: name a stage: program or web" ;;
esac
need_rust

[ ${#missing[@]} -gt 0 ] || exit 0
{
  say "error: building flowdeck needs tools that are missing here:"
  printf '  %s\n' "${missing[@]}"
  install=$(line)
  if [ -n "$install" ]; then printf 'install them with this line, then run make again:\n  %s\n' "$install"; fi
  case "${missing[*]}" in
    *"node is"*) say "for Node, see https://nodejs.org: the package of your system may be too old" ;;
  esac
  if [ -z "$manager" ]; then say "C: your system's compiler; Node: https://nodejs.org; Rust: https://rustup.rs"; fi
} >&2
exit 1
