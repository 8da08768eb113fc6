// The configuration of the end-to-end tests: they use Chromium's headless shell if it is installed, and the whole
// browser, or the one in CHROME, for what the shell lacks.
import { defineConfig, devices } from "@playwright/test";
import { ARGS, BROWSER, SHELL } from "../chromium.mjs";

/** The shell has no notifications. */
const WHOLE_BROWSER = "notifications.spec.mjs";

/** How to launch a browser. */
const launching = (executablePath) => ({ launchOptions: { executablePath, args: ARGS } });

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: "../../target/test/e2e",
  // Long enough for a busy machine: a test waits for events, never for a time.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  retries: 0,
  // More than a small machine has cores: a page waits for the service, and the service for its disk.
  workers: 3,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    // A trace fetches the page's images, and the page's policy logs an error for a broken one. Use `--trace on`
    // to record one anyway.
    trace: "off",
    screenshot: "only-on-failure",
    ...launching(SHELL),
  },
  projects: [
    { name: "shell", testIgnore: WHOLE_BROWSER },
    { name: "browser", testMatch: WHOLE_BROWSER, use: launching(BROWSER) },
  ],
});
