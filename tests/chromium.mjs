// Which Chromium the tests start, and how.

/** The whole browser: the installed one, or the one in CHROME. */
export const BROWSER = process.env.CHROME || "/usr/bin/chromium";

/** Its headless shell if it is installed: it draws no window. */
export const SHELL = process.env.HEADLESS_SHELL || BROWSER;

export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
