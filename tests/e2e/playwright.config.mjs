// How the end-to-end tests run: one Chromium, the installed one (CHROME names it).
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
  workers: 1,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    // A trace reads the pictures of the page itself, which the page's policy refuses aloud where
    // one is broken; `--trace on` gives one all the same.
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
