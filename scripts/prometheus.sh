# shellcheck shell=bash
# The Prometheus that tests let scrape the service, in PROMETHEUS, and its promtool, in PROMTOOL: installed ones, or on
# Debian those of the package, unpacked into .tools. Installing the package would also start it, on port 9090.

setup_prometheus() {
  local unpacked=$tools/prometheus/usr/bin
  PROMETHEUS=${PROMETHEUS:-$(first_of prometheus "$unpacked/prometheus")}
  PROMTOOL=${PROMTOOL:-$(first_of promtool "$unpacked/promtool")}
  if [ -z "$PROMETHEUS" ] || [ -z "$PROMTOOL" ]; then
    have apt-get || fail "prometheus is needed: install it, and set PROMETHEUS and PROMTOOL unless both are on PATH"
    say "unpacking prometheus"
    apt_unpack prometheus "$tools/prometheus"
    PROMETHEUS=$unpacked/prometheus PROMTOOL=$unpacked/promtool
    "$PROMETHEUS" --version >/dev/null 2>&1 ||
      fail "prometheus: the unpacked $PROMETHEUS does not run; install prometheus, and run make again"
  fi
  export PROMETHEUS PROMTOOL
}
