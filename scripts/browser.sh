# shellcheck shell=bash
# The browser that runs the tests. CHROME and CHROMEDRIVER choose one; otherwise an installed one is
# used, and on Debian installed if there is none. Pages are tested in its headless shell if there is one, or in
# the one in HEADLESS_SHELL: the whole browser also draws a window that nobody sees.

mac_chrome='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

find_browser() {
  CHROME=${CHROME:-$(first_of chromium chromium-browser google-chrome google-chrome-stable "$mac_chrome")}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_of chromedriver chromium.chromedriver)}
  HEADLESS_SHELL=${HEADLESS_SHELL:-$(first_of chromium-headless-shell chrome-headless-shell)}
  export CHROME CHROMEDRIVER HEADLESS_SHELL
}

# Installed together, because Chromium and its driver must have the same version.
setup_browser() {
  find_browser
  if [ -n "$CHROME" ] && [ -n "$CHROMEDRIVER" ]; then return; fi
  have apt-get || fail "Chrome and chromedriver are needed: install both in the same version, and set CHROME and CHROMEDRIVER to their paths"
  say "installing Chromium and its driver"
  apt_install chromium chromium chromium-driver chromium-headless-shell
  find_browser
}
