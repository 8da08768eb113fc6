// The configuration of the end-to-end tests: they use the installed Chromium, or the one in CHROME.
import { defineConfig, devices } from "@playwright/test";

const BROWSER = process.env.CHROME || "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: "../../target/test/e2e",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    // A trace fetches the page's images, and the page's policy logs an error for a broken one. Use `--trace on`
    // to record one anyway.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: BROWSER,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
