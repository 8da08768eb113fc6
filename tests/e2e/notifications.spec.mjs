// When a run ends and the page is hidden: the tab title changes, and a notification appears if enabled.
import { expect, test } from "./test.mjs";

/** Hides or shows the page, as the browser does for a tab in the background. */
const setHidden = (page, hidden) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);

const bell = (playground) => playground.page.getByRole("banner").locator(".menu-item", { hasText: "Notify me" });
/** Turns notifications on or off in the settings. */
async function toggle(playground) {
  if (!(await bell(playground).isVisible())) await playground.openSettings();
  await bell(playground).click();
}

const shown = (page) => page.evaluate(() => globalThis.shown);

/** Loads the page again and records its notifications. */
async function open(page, playground, service) {
  await page.addInitScript(() => {
    globalThis.shown = [];
    globalThis.Notification = class extends Notification {
      constructor(title, options) {
        super(title, options);
        globalThis.shown.push(`${this.title}: ${this.body}`);
      }
    };
  });
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Slow blur");
}

/** Completes a run while the page is hidden or visible. */
async function completeRun(page, playground, hidden) {
  // A small run could end before the page is hidden.
  await playground.text("Size").fill(hidden ? "640" : "256");
  const id = await playground.start();
  await setHidden(page, hidden);
  await playground.waitForRun(id);
  await setHidden(page, false);
}

test.describe("when the browser allows notifications", () => {
  test.beforeEach(async ({ context, page, playground, service }) => {
    await context.grantPermissions(["notifications"]);
    await open(page, playground, service);
  });

  test("the title shows the end of a run until the page is visible", async ({ page, playground }) => {
    await toggle(playground);
    await expect(bell(playground)).toHaveAttribute("aria-pressed", "true");
    await playground.text("Size").fill("640");
    await playground.start();
    await setHidden(page, true);
    await expect(page).toHaveTitle("✓ done · flowdeck");
    await setHidden(page, false);
    await expect(page).toHaveTitle("flowdeck");
  });

  test("each run that ends while the page is hidden is notified once, by the name of its workflow", async ({
    page,
    playground,
  }) => {
    await toggle(playground);
    await completeRun(page, playground, false);
    expect(await shown(page)).toEqual([]);
    await completeRun(page, playground, true);
    expect(await shown(page)).toEqual(["Slow blur: done"]);
  });

  test("without the setting, only the title changes", async ({ page, playground }) => {
    await playground.text("Size").fill("640");
    const id = await playground.start();
    // The page pauses while it is hidden. It reads the end when it is visible but not focused.
    await page.evaluate(() => (document.hasFocus = () => false));
    await playground.waitForRun(id);
    await expect(page).toHaveTitle("✓ done · flowdeck");
    expect(await shown(page)).toEqual([]);
  });
});

test("blocked notifications are explained", async ({ page, playground, service }) => {
  await page.addInitScript(() => {
    const notification = {
      permission: "default",
      async requestPermission() {
        this.permission = "denied";
        return this.permission;
      },
    };
    Object.assign(globalThis, { Notification: notification });
  });
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  await toggle(playground);
  const settings = page.getByRole("group", { name: "Settings" });
  await expect(settings).toContainText(/Notifications are blocked.*Allow them/);
  await expect(bell(playground)).toHaveAttribute("aria-pressed", "false");
  await settings.getByRole("button", { name: "Close" }).click();
  await expect(settings).not.toContainText("Notifications are blocked");
  await expect(bell(playground)).toHaveAttribute("aria-pressed", "false");
});

test("a dismissed permission prompt appears again with the next click", async ({ page, playground, service }) => {
  await page.addInitScript(() => {
    globalThis.prompts = 0;
    const notification = {
      permission: "default",
      async requestPermission() {
        globalThis.prompts += 1;
        return this.permission;
      },
    };
    Object.assign(globalThis, { Notification: notification });
  });
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  for (const clicks of [1, 2]) {
    await toggle(playground);
    await expect.poll(() => page.evaluate(() => globalThis.prompts)).toBe(clicks);
    await expect(bell(playground)).toHaveAttribute("aria-pressed", "false");
  }
});
