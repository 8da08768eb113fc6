// Plays the followed runs of the table of scenarios in the page, one after another in a few pages. The table is in
// tests/scenarios.
import { RUN } from "../scenarios/answers.mjs";
import { FINAL, followed, KEY, LIMIT, settled } from "../scenarios/playing.mjs";
import { Clock, ScenarioServer } from "../scenarios/server.mjs";
import { expect, minimalTest } from "./test.mjs";

/** How many pages play the rows. */
const PAGES = 2;

/** The step of the page's clock in seconds: its polling interval. */
const STEP = 1;

// The browser logs an error for each failed request.
const test = minimalTest.extend({ expectedErrors: /./ });
test.describe.configure({ mode: "parallel" });

const played = followed.filter(({ page }) => !page);
for (let part = 0; part < PAGES; part += 1) {
  test(`runs end in the page as the table of scenarios says, part ${part + 1}`, async ({ page, playground }) => {
    await page.clock.install();
    await playground.openManualForm("poster");
    for (const row of played.filter((_, index) => index % PAGES === part)) {
      await test.step(row.name, () => check(page, playground, row));
    }
  });
}

/** Plays a row and checks what the page shows in the end. */
async function check(page, playground, row) {
  const clock = new Clock();
  const server = new ScenarioServer(row, clock);
  await server.start();
  await connect(page, playground, `http://127.0.0.1:${server.port}`);
  await advance(page, clock, async () => (await playground.state.textContent()) === "connected");
  await countEnds(page);
  await playground.run.click();
  const tile = playground.row(RUN);
  await expect(tile).toBeVisible();
  const began = clock.seconds;
  await advance(page, clock, async () => FINAL.includes(await tile.getAttribute("data-state")));

  const { status, message, within = LIMIT } = row.expect;
  const shown = { status: await tile.getAttribute("data-state"), ended: await endsIn(page) };
  expect.soft(shown, row.name).toEqual({ status, ended: 1 });
  expect.soft(clock.seconds - began, row.name).toBeLessThanOrEqual(within);
  if (row.resumesAfter) expect.soft(server.lastIds[1], row.name).toBe(row.resumesAfter);
  if (message) await expect.soft(playground.result, row.name).toContainText(message);
  await server.stop();
}

/** Connects the page by a link, which is faster than to type the address. */
async function connect(page, playground, address) {
  await page.evaluate((address) => {
    location.hash = `deployment=${address}`;
  }, address);
  await playground.key.fill(KEY);
  await playground.connect.click();
}

/** Advances the page's clock until a condition holds, or the row has failed. */
async function advance(page, clock, isDone) {
  // By the time of this answer, the page has received everything that was sent before.
  const look = () => page.evaluate("fetch('/', { method: 'HEAD', cache: 'no-store' })");
  for (;;) {
    await settled({ look });
    if (clock.seconds >= LIMIT || (await isDone())) return;
    await page.clock.fastForward(1000 * STEP);
    clock.advance(STEP);
  }
}

/** Counts from now on how often the page announces the end of a run. */
function countEnds(page) {
  return page.evaluate(() => {
    const window = /** @type {any} */ (globalThis);
    const isEnd = /: (completed|failed|cancelled|unknown)$/;
    window.ends = 0;
    window.observer?.disconnect();
    window.observer = new MutationObserver((changes) => {
      window.ends += changes.filter(({ target }) => isEnd.test(target.textContent ?? "")).length;
    });
    for (const place of document.querySelectorAll("[role=status]")) {
      window.observer.observe(place, { childList: true, characterData: true, subtree: true });
    }
  });
}

const endsIn = (page) => page.evaluate(() => /** @type {any} */ (globalThis).ends);
