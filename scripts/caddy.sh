# shellcheck shell=bash
# The Caddy that tests put in front of the service, in CADDY: an installed one, or on Debian that of its package,
# unpacked into .tools. Installing the package would also start it, on port 80.

setup_caddy() {
  local unpacked=$tools/caddy/usr/bin/caddy
  CADDY=${CADDY:-$(first_of caddy /usr/bin/caddy "$unpacked")}
  if [ -z "$CADDY" ]; then
    have apt-get || fail "caddy is needed: install it, and set CADDY to its path unless it is on PATH"
    say "unpacking caddy"
    apt_unpack caddy "$tools/caddy"
    CADDY=$unpacked
    "$CADDY" version >/dev/null 2>&1 || fail "caddy: the unpacked $CADDY does not run; install caddy, and run make again"
  fi
  export CADDY
}
