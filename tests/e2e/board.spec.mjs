// The queue of many instances, as any deployment of the contract tells it.
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { instance, many } from "./contract.mjs";
import { samples } from "./service.mjs";
import { contractTest as test, expect } from "./test.mjs";

const A = "http://10.1.0.1:8188";
const B = "http://10.1.0.2:8188";
const C = "http://10.1.0.3:8188";

/** The instance's article, by the last part of its address. */
const named = (playground, name) => playground.queue.getByRole("article", { name });
const addresses = (playground) => playground.instances.getByRole("heading").allTextContents();
const search = (playground) => playground.queue.getByRole("searchbox", { name: "Search the queue" });
const chosen = (playground, name) => playground.queue.getByRole("combobox", { name, exact: true });
const scroll = (playground, share) =>
  playground.queue.evaluate((region, share) => {
    region.scrollTop = region.scrollHeight * share;
  }, share);

/** Starts a run of a workflow from a file, and gives its id. */
async function run(playground) {
  await playground.openWorkflow.setInputFiles(join(samples, "slow-blur.json"));
  return playground.start();
}

test.describe("of a thousand instances", () => {
  test.beforeEach(({ contract }) => {
    contract.queue = many(1000, 50);
  });

  test("only what is in view is in the page", async ({ playground }) => {
    await expect(playground.queue).toContainText("1,000 instances · 1,000 running · 50,000 pending");
    await expect(playground.instances.first()).toBeVisible();
    expect(await playground.queue.locator("*").count()).toBeLessThan(700);
    await scroll(playground, 0.5);
    await expect(named(playground, /10\.0\.0\.0:/)).toHaveCount(0);
    expect(await playground.queue.locator("*").count()).toBeLessThan(700);
  });

  test("scrolling to the end shows the last one", async ({ playground }) => {
    await expect(playground.instances.first()).toBeVisible();
    await scroll(playground, 1);
    const last = named(playground, "10.0.3.231:8188");
    await expect(last).toBeInViewport();
    await expect(last).toHaveAttribute("aria-posinset", "1000");
    await expect(last).toHaveAttribute("aria-setsize", "1000");
  });

  test("the bodies are read in a worker", async ({ page, playground, contract }) => {
    await playground.busy(playground.instances.first(), 1, 50);
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual(["/pkg/queue-worker.js"]);
    contract.queue[0].queue.queue_pending.pop();
    await playground.busy(playground.instances.first(), 1, 49);
    await playground.busy(playground.instances.nth(1), 1, 50);
    contract.queue[0].queue.queue_pending.push([99, "back"]);
  });

  test("the bodies are read all the same where there are no workers", async ({ page, contract, playground }) => {
    await page.addInitScript(() => delete globalThis.Worker);
    await page.goto("about:blank");
    await playground.open(contract.link);
    await playground.busy(playground.instances.first(), 1, 50);
    expect(page.workers()).toEqual([]);
  });

  test("the focus stays where its instance is scrolled away", async ({ page, playground }) => {
    const button = playground.instances.first().getByRole("button", { name: /more$/ });
    await button.focus();
    await scroll(playground, 1);
    await expect(named(playground, "10.0.3.231:8188")).toBeInViewport();
    await expect(button).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(playground.instances.first()).toBeFocused();
  });

  test("Page Down and Page Up go from instance to instance", async ({ page, playground }) => {
    await playground.instances.first().focus();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("PageDown");
      await expect(named(playground, `10.0.0.${step + 1}:8188`)).toBeFocused();
    }
    await expect(named(playground, "10.0.0.12:8188")).toBeInViewport();
    await page.keyboard.press("PageUp");
    await expect(named(playground, "10.0.0.11:8188")).toBeFocused();
  });

  test("a text finds an instance by its address or by a task", async ({ playground, contract }) => {
    await search(playground).fill("10.0.2.17:");
    await expect(playground.instances).toHaveCount(1);
    await expect(playground.queue).toContainText("1 of 1,000 instances shown");
    await search(playground).fill(contract.queue[700].queue.queue_pending[30][1]);
    await expect(playground.instances).toHaveCount(1);
    await expect(named(playground, "10.0.2.188:8188")).toBeVisible();
  });
});

test.describe("of one instance with thousands of tasks", () => {
  test.beforeEach(({ contract }) => {
    contract.queue = many(1, 5000);
  });

  test("all of them can be listed, and only those in view are in the page", async ({ playground }) => {
    const [only] = await playground.instances.all();
    await expect(only.getByRole("listitem")).toHaveCount(5);
    await only.getByRole("button", { name: "Show 4,996 more" }).click();
    await expect(only.getByRole("listitem").nth(5)).toBeVisible();
    await scroll(playground, 1);
    await expect(only.getByText("5,000", { exact: true })).toBeInViewport();
    expect(await only.getByRole("listitem").count()).toBeLessThan(120);
    await only.getByRole("button", { name: "Show fewer" }).click();
    await expect(only.getByRole("listitem")).toHaveCount(5);
  });
});

test.describe("of three instances", () => {
  test.beforeEach(({ contract }) => {
    contract.queue = [instance(B, ["b1"], ["b2"]), instance(C), instance(A, ["a1"], ["a2", "a3", "a4"])];
  });

  test("they stand as deployed, by load or by name", async ({ playground }) => {
    const order = (names) => expect.poll(() => addresses(playground)).toEqual(names.map((name) => new URL(name).host));
    await order([B, C, A]);
    await chosen(playground, "Sort").selectOption("by load");
    await order([A, B, C]);
    await chosen(playground, "Sort").selectOption("by name");
    await order([A, B, C]);
    await chosen(playground, "Sort").selectOption("as deployed");
    await order([B, C, A]);
  });

  test("they are chosen by their state, and the choice is kept", async ({ page, playground }) => {
    await chosen(playground, "Show").selectOption("idle");
    await expect(playground.instances).toHaveCount(1);
    await expect(named(playground, C)).toBeVisible();
    await page.reload();
    await expect(chosen(playground, "Show")).toHaveValue("2");
  });

  test("one that comes is marked as new", async ({ playground, contract }) => {
    await expect(playground.instances).toHaveCount(3);
    await expect(playground.queue.getByText("new", { exact: true })).toHaveCount(0);
    contract.queue.push(instance("http://10.1.0.4:8188"));
    await expect(named(playground, "10.1.0.4").getByText("new", { exact: true })).toBeVisible();
  });

  test("one that goes is said to be gone, and is dropped later", async ({ page, playground, contract }) => {
    await page.clock.install();
    await expect(playground.instances).toHaveCount(3);
    contract.queue = contract.queue.slice(1);
    await page.clock.runFor(2000);
    await expect(named(playground, B)).toHaveAttribute("data-status", "gone");
    await expect(named(playground, B)).toContainText("gone");
    await expect(named(playground, B)).not.toContainText("pending");
    await page.clock.runFor(90_000);
    await expect(named(playground, B)).toHaveCount(0);
  });

  test("one that tells no queue is said not to answer", async ({ playground, contract }) => {
    contract.queue[0] = { comfy_uri: B, queue: null };
    await expect(named(playground, B)).toHaveAttribute("data-status", "silent");
    await expect(named(playground, B)).toContainText("no answer");
    await chosen(playground, "Show").selectOption("stopped or failed");
    await expect(playground.instances).toHaveCount(1);
  });

  test("nothing of others' tasks but the beginning of an id is shown", async ({ playground, contract }) => {
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    contract.queue[1].queue.queue_running.push([
      7,
      id,
      { 3: { inputs: { text: "somebody's secret" } } },
      { client_id: "x" },
      [],
    ]);
    await expect(named(playground, C)).toContainText("0f8fad5b");
    await expect(playground.queue).not.toContainText("secret");
    expect(await playground.queue.innerHTML()).not.toContain(id);
  });

  test("names that try to be more than names are shown as they are", async ({ page, playground, contract }) => {
    const name = "<img src=x onerror='window.ran = true'>";
    contract.queue = [instance(name, [`${name}\t\n`], ["\u202Eback"]), instance(""), instance("x".repeat(5000))];
    await expect(playground.instances).toHaveCount(3);
    await expect(playground.instances.first().getByRole("heading")).toHaveText(name);
    await playground.busy(playground.instances.first(), 1, 1);
    await playground.fitsWidth();
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
  });

  test("what a deployment does not offer is asked for once", async ({ page, playground, contract }) => {
    await page.clock.install();
    await expect(playground.instances).toHaveCount(3);
    for (let round = 0; round < 12; round += 1) {
      const { asked } = contract;
      await page.clock.runFor(3000);
      await expect.poll(() => contract.asked).toBeGreaterThan(asked);
    }
    expect(contract.strange.filter((asked) => asked.endsWith("/health"))).toHaveLength(1);
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`they hold to WCAG 2.2 AA in ${colorScheme}`, async ({ page, playground, contract }) => {
      await page.emulateMedia({ colorScheme });
      contract.queue[0] = { comfy_uri: B, queue: null };
      contract.queue[1] = instance(C, [await run(playground)]);
      await expect(named(playground, C).getByText("mine", { exact: true })).toBeVisible();
      await expect(named(playground, B)).toContainText("no answer");
      const { violations } = await new AxeBuilder({ page })
        .include("#region-queue")
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    });
  }

  test("a pause holds the picture until it is resumed", async ({ page, playground, contract }) => {
    await expect(playground.instances).toHaveCount(3);
    await playground.queue.getByRole("button", { name: "Pause" }).click();
    await expect(playground.queue).toContainText("paused");
    contract.queue = [];
    const { asked } = contract;
    await page.clock.install();
    await page.clock.runFor(30_000);
    expect(contract.asked).toBe(asked);
    await expect(playground.instances).toHaveCount(3);
    await playground.queue.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => contract.asked).toBeGreaterThan(asked);
  });

  test("the interval is the person's choice and is kept", async ({ page, playground, contract }) => {
    await page.clock.install();
    await page.reload();
    await chosen(playground, "Interval").selectOption("every 15 s");
    await page.reload();
    await expect(chosen(playground, "Interval")).toHaveValue("3");
    await playground.open(contract.link);
    await playground.connected();
    await expect(playground.instances).toHaveCount(3);
    const { asked } = contract;
    await page.clock.runFor(12_000);
    expect(contract.asked).toBe(asked);
    await page.clock.runFor(4000);
    await expect.poll(() => contract.asked).toBe(asked + 1);
  });

  test("the load over the last minutes is said in words", async ({ playground }) => {
    const chart = named(playground, A).getByRole("img");
    await expect(chart).toHaveAccessibleName(/^Load over the last 5 minutes: .*, 4 now$/);
  });

  test("the time of a run is learned, and mine is told from it", async ({ page, playground, contract }) => {
    await page.clock.install();
    const mine = await run(playground);
    // Every picture differs from the one before, so that each is known to have been seen: of what
    // two pictures show that are far apart, nothing is learned.
    let pictures = 0;
    const show = async (running, pending) => {
      contract.queue[0] = instance(B, running, pending);
      contract.queue[1] = instance(C, [], Array((pictures += 1)).fill("others"));
      await page.clock.runFor(1000);
      await playground.busy(named(playground, C), 0, pictures);
    };
    await expect(named(playground, B)).toContainText("time per run unknown");
    for (let second = 0; second < 8; second += 1) await show(["first"], ["next", mine]);
    await show(["next"], [mine]);
    await expect(named(playground, B)).toContainText(/about \d+ s a run · mine in about \d+ s/);
    await expect(named(playground, B).getByText("mine", { exact: true })).toHaveCount(1);
  });

  test("of a run of mine that runs it is said so, and no wait of those behind it", async ({ playground, contract }) => {
    const [runs, waits] = [await run(playground), await run(playground)];
    contract.queue[0] = instance(B, [runs], [waits]);
    await expect(named(playground, B)).toContainText("mine runs");
    contract.queue[0] = instance(B, []);
    await expect(named(playground, B)).not.toContainText("mine");
  });

  test("where nothing is to do, the load says so", async ({ playground, contract }) => {
    contract.queue[0] = instance(B, []);
    await expect(named(playground, B).getByRole("img")).toHaveAccessibleName(/, idle now$/);
  });

  test("the tab's title says how many of mine are under way", async ({ page, playground, contract }) => {
    await expect(page).toHaveTitle("flowdeck");
    contract.queue[1] = instance(C, [await run(playground)]);
    await expect(page).toHaveTitle("▶ 1 · flowdeck");
  });
});
