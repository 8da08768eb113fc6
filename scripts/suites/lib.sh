# shellcheck shell=bash
# Shared by all suites: running tests, counting them, and the closing line.
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

suite=$(basename "$0" .sh)
passed=0 failed=0 skipped=0 failures='' is_unchanged=
trap finish EXIT

add() {
  passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# check COMMAND…: one check, which passes if the command succeeds.
check() {
  if "$@"; then add 1 0 0; else add 0 1 0; fi
}

# counted COUNT COMMAND…: COUNT turns the command's output into a line of three numbers (passed, failed, skipped) and
# lines about the tests that failed. A command that fails without a failed test, for example because it does not
# compile, counts as one failure.
counted() {
  local count=$1 output=$root/target/test/$suite.out status=0 p f s why
  shift
  mkdir -p target/test
  "$@" 2>&1 | tee "$output" || status=$?
  {
    read -r p f s
    why=$(sed 's/^/  /')
  } < <("$count" "$output")
  if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1 why="  it ended with: $(tail -n 1 "$output")"; fi
  failures+=${why:+$'\n'$why}
  add "$p" "$f" "$s"
}

# npm_tools NAME WHAT: installs the packages of tests/NAME into .tools/NAME, unless they are installed.
npm_tools() {
  local name=$1 folder=$tools/$1
  if cmp -s "tests/$name/package-lock.json" "$folder/.installed-lock.json"; then return; fi
  say "installing $2"
  mkdir -p "$folder"
  cp "tests/$name"/package*.json .npmrc "$folder/"
  logged "$name" "check the network, then run make again" npm ci --prefix "$folder"
  cp "tests/$name/package-lock.json" "$folder/.installed-lock.json"
}

# Adds up libtest's closing lines, one per test binary.
libtest() {
  awk '/^test result:/ { p += $4; f += $6; s += $8 } /^---- .* stdout ----$/ { failures = failures "\n" $2 }
    END { print p + 0, f + 0, s + 0 failures }' "$1"
}

# The totals that Node's test runner prints, and its list of failing tests.
node_test() {
  awk '$1 == "✖" { if (is_list) failures = failures "\n" $0; is_list = is_list || $2 == "failing" }
    $1 != "ℹ" { next }
    $2 == "pass" { p = $3 } $2 == "fail" || $2 == "cancelled" { f += $3 } $2 == "skipped" || $2 == "todo" { s += $3 }
    END { print p + 0, f + 0, s + 0 failures }' "$1"
}

# unchanged REMEDY: passes without a test, because nothing has changed since the suite last passed.
unchanged() {
  is_unchanged=1
  say "nothing has changed since this suite last passed; $1"
}

# Prints the closing line. A suite that ran no test fails, unless nothing has changed since it passed.
finish() {
  local status=$?
  if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
  local line="$suite: $passed passed, $failed failed, $skipped skipped"
  if [ -n "$is_unchanged" ]; then line="$suite: unchanged since it passed"; fi
  say "$line"
  if [ -n "${RESULTS:-}" ]; then say "$line$failures" >>"$RESULTS"; fi
  if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ] && [ -z "$is_unchanged" ]; then
    say "error: $suite ran no test" >&2
    status=1
  fi
  if [ "$failed" -ne 0 ]; then status=1; fi
  exit $status
}
