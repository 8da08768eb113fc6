#!/usr/bin/env bash
# The wheels, for pip and uv: the same programs as in the archives. A static program runs with glibc and with musl.
# shellcheck source=scripts/dist/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# wheel TARGET PLATFORM…: makes the wheel for some platforms.
wheel() {
  python3 scripts/dist/wheel.py "$(program "$1")" "$work/licenses.txt" "$full_version" "$dist" "${@:2}"
}

for target in "${linux_targets[@]+"${linux_targets[@]}"}"; do need_program "$target"; done
python3 -c "import tomllib" 2>/dev/null ||
  fail "the wheels need Python 3.11 or newer: install it (Debian: apt-get install python3)"
rm -f "$dist"/flowdeck-*.whl
"$(own_program)" licenses >"$work/licenses.txt"

for target in "${linux_targets[@]+"${linux_targets[@]}"}"; do
  cpu=${target%%-*}
  wheel "$target" "manylinux2014_$cpu" "manylinux_2_17_$cpu" "musllinux_1_1_$cpu"
done
for target in "${other_targets[@]+"${other_targets[@]}"}"; do
  case $target in
    *windows*) platform=win_amd64 ;;
    aarch64*) platform=macosx_11_0_arm64 ;;
    *) platform=macosx_10_12_x86_64 ;;
  esac
  if [ -f "$(program "$target")" ]; then
    wheel "$target" "$platform"
  else
    say "there is no wheel for $platform, because no program is compiled for it"
  fi
done
