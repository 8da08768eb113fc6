// What is told where the page is not seen: the tab's title, and a notification for who asked for it.
import { expect, test } from "./test.mjs";

/** As a browser does it: the page is told that it is hidden, or seen again. */
const hide = (page, hidden) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);

const bell = (playground) => playground.queue.getByRole("button", { name: "Tell me when a run ends" });
const shown = (page) => page.evaluate(() => globalThis.shown);

/** The page, loaded anew with a note of each notification that it makes. */
async function open(page, playground, service) {
  await page.addInitScript(() => {
    const made = (globalThis.shown = []);
    globalThis.Notification = class extends Notification {
      constructor(title, options) {
        super(title, options);
        made.push(`${this.title}: ${this.body}`);
      }
    };
  });
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Slow blur");
}

/** A run that ends while the page is hidden, or while it is looked at. */
async function runs(page, playground, hidden) {
  await playground.text("Size").fill("1024");
  const id = await playground.start();
  await hide(page, hidden);
  await playground.ends(id);
  await hide(page, false);
}

test.describe("where the browser allows notifications", () => {
  test.beforeEach(async ({ context, page, playground, service }) => {
    await context.grantPermissions(["notifications"]);
    await open(page, playground, service);
  });

  test("the end of a run is told in the title, until the page is seen", async ({ page, playground }) => {
    await bell(playground).click();
    await expect(bell(playground)).toHaveAttribute("aria-pressed", "true");
    await playground.text("Size").fill("1024");
    await playground.start();
    await hide(page, true);
    await expect(page).toHaveTitle("✓ done · flowdeck", { timeout: 45_000 });
    await hide(page, false);
    await expect(page).toHaveTitle("flowdeck");
  });

  test("each run that ends unseen is told once, by its workflow's name", async ({ page, playground }) => {
    await bell(playground).click();
    await runs(page, playground, true);
    expect(await shown(page)).toEqual(["Slow blur: done"]);
    await runs(page, playground, true);
    expect(await shown(page)).toEqual(["Slow blur: done", "Slow blur: done"]);
  });

  test("a run that ends while the page is looked at is not told", async ({ page, playground }) => {
    await bell(playground).click();
    await runs(page, playground, false);
    await runs(page, playground, true);
    expect(await shown(page)).toHaveLength(1);
  });

  test("nothing is told that nobody asked for", async ({ page, playground }) => {
    await playground.text("Size").fill("1024");
    const id = await playground.start();
    // Hidden, the page rests; it reads the end when it is seen, without the focus.
    await page.evaluate(() => (document.hasFocus = () => false));
    await playground.ends(id);
    await expect(page).toHaveTitle("✓ done · flowdeck");
    expect(await shown(page)).toEqual([]);
  });
});

test("a browser that blocks notifications is named, with what to do", async ({ page, playground, service }) => {
  await page.addInitScript(() => {
    globalThis.Notification = class {
      static permission = "default";
      static async requestPermission() {
        return (this.permission = "denied");
      }
    };
  });
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  await bell(playground).click();
  await expect(playground.queue).toContainText(/blocks notifications.*Allow them in its settings/);
  await expect(bell(playground)).toHaveAttribute("aria-pressed", "false");
  await bell(playground).click();
  await expect(playground.queue).not.toContainText("blocks notifications");
});

test("who closes the browser's question is asked again at the next press", async ({ page, playground, service }) => {
  await page.addInitScript(() => {
    globalThis.asked = 0;
    globalThis.Notification = class {
      static permission = "default";
      static async requestPermission() {
        globalThis.asked += 1;
        return this.permission;
      }
    };
  });
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  for (const press of [1, 2]) {
    await bell(playground).click();
    await expect.poll(() => page.evaluate(() => globalThis.asked)).toBe(press);
    await expect(bell(playground)).toHaveAttribute("aria-pressed", "false");
  }
});
