# shellcheck shell=bash
# The browser of the tests: CHROME and CHROMEDRIVER name them; without these,
# what is installed is taken, and on Debian installed first.

mac_chrome='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

first_of() {
  local candidate
  for candidate in "$@"; do
    if have "$candidate"; then command -v "$candidate"; return; fi
  done
}

find_browser() {
  CHROME=${CHROME:-$(first_of chromium chromium-browser google-chrome google-chrome-stable "$mac_chrome")}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_of chromedriver chromium.chromedriver)}
  export CHROME CHROMEDRIVER
}

# Chromium and its driver must be of one version, so they are installed together.
setup_browser() {
  find_browser
  if [ -n "$CHROME" ] && [ -n "$CHROMEDRIVER" ]; then return; fi
  have apt-get || fail "Chrome and chromedriver are needed: install both, of one version, and name them in CHROME and CHROMEDRIVER"
  say "installing Chromium and its driver"
  apt_install chromium chromium chromium-driver
  find_browser
}
