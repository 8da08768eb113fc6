// Checks the errors of docs/errors.md against the page: what it shows, how often it sends, and what it keeps. Of the
// rows that differ only in what the deployment answers, one is enough: the client reads the answers for the package
// and the page alike, and tests/npm/error-table.test.mjs checks every row.
import { KEY } from "../npm/deployment.mjs";
import { pattern, rows } from "../npm/error-rows.mjs";
import { test } from "./misbehaving-deployment.mjs";
import { expect } from "./test.mjs";

const MAY_HAVE_STARTED = "It may still have started. Check the queue before running it again.";

/** By error code: the connection's state, and whether a failed run may have started. */
const SHOWN = {
  network: { state: "unreachable", mayHaveStarted: true },
  timeout: { state: "unreachable", mayHaveStarted: true },
  decode: { state: "server error", mayHaveStarted: true },
  validation: { state: "server error" },
  queue_full: { state: "server error" },
  not_found: { state: "server error" },
  http: { state: "server error" },
  authentication: { state: "key rejected" },
};

/** The endings that a page does not have, and why. */
const MISSING = {
  queue: { "the caller aborts": "nobody can abort the polling of the queue" },
  run: { "the signal times out": "an upload may take as long as it needs" },
};

test.use({ expectedErrors: /Failed to load resource|blocked by CORS/ });
test.describe.configure({ mode: "parallel" });

/** The first row with each error, number of attempts, ending and kind of platform. */
const chosenRows = rows.filter((row, index) => {
  const kind = ({ expected, attempts, ending, browserOnly }) => [expected?.name, attempts, ending, browserOnly].join();
  return rows.findIndex((other) => kind(other) === kind(row)) === index;
});

for (const name of new Set(chosenRows.map(({ expected }) => expected?.name))) {
  test(`the page shows each ${name ?? "answer"}`, async ({ misbehaving }) => {
    for (const row of shownRows("queue", name)) {
      await test.step(`queue: ${row.title}`, () => checkQueue(misbehaving, row));
    }
    for (const row of shownRows("run", name)) {
      await test.step(`run without a file: ${row.title}`, () => checkRun(misbehaving, row));
    }
    await misbehaving.choosePhoto();
    for (const row of shownRows("run", name)) {
      await test.step(`run with a file: ${row.title}`, () => checkRun(misbehaving, row));
    }
  });
}

test.describe("the console", () => {
  // The deployment stops before the page does, which may be asking it for events.
  test.use({ expectedErrors: /status of 404|ERR_CONNECTION_\w+ .*\/api\/v1\/events|ERR_EMPTY_RESPONSE/ });

  test("stays empty after a run with a file", async ({ misbehaving }) => {
    await misbehaving.choosePhoto();
    // The page asks once for the run's details, which this deployment does not offer.
    const asked = misbehaving.page.waitForResponse((response) => response.url().endsWith("/api/v1/runs/run-1"));
    await misbehaving.run();
    await expect(misbehaving.playground.rows()).toHaveCount(1);
    await (await asked).finished();
  });
});

/** The rows with this error whose ending the page has. */
const shownRows = (operation, name) =>
  chosenRows.filter(({ expected, ending }) => expected?.name === name && !(ending in MISSING[operation]));

async function checkQueue(misbehaving, row) {
  const { playground } = misbehaving;
  misbehaving.misbehave("queue", row.behaviour);
  await misbehaving.pollOnce();
  if (row.ending) await end(misbehaving, "queue", row.ending);
  if (row.expected) {
    await showsConnectionError(misbehaving, row);
  } else {
    await expect(playground.queue).toContainText("0 instances");
    await expect(playground.state).toHaveText("connected");
  }
  checkCounts(misbehaving, "queue", row, row.attempts);
  await misbehaving.keepsForm();
  await playground.hidesKey(KEY);
  if (row.expected?.code === "authentication") await misbehaving.connect();
  else await misbehaving.recover();
}

/** The error is the connection's: it is shown at the address, or at the key. */
async function showsConnectionError({ playground, address, panel }, { expected: { code }, message }) {
  await expect(playground.state).toHaveText(SHOWN[code].state);
  const isKey = code === "authentication";
  const notice = isKey ? "Key rejected. Showing the last known state." : "No response since";
  await expect(playground.queue.getByRole("status")).toContainText(notice);
  if ((await panel.getAttribute("aria-expanded")) !== "true") await panel.click();
  await playground.showsError(isKey ? playground.key : address, pattern(message));
}

async function checkRun(misbehaving, row) {
  const { playground } = misbehaving;
  const { code } = row.expected ?? {};
  const before = await playground.rows().count();
  misbehaving.misbehave("run", row.behaviour);
  await misbehaving.run();
  if (row.ending) await end(misbehaving, "run", row.ending);
  if (!code) await expect(playground.rows()).toHaveCount(before + 1);
  else if (code === "aborted") await showsRow(misbehaving, "cancelled", ["Cancelled during the upload."]);
  else if (SHOWN[code].mayHaveStarted) await showsRow(misbehaving, "unknown", [pattern(row.message), MAY_HAVE_STARTED]);
  else await showsRejection(misbehaving, row);
  checkCounts(misbehaving, "run", row, 1);
  await misbehaving.keepsForm();
  await playground.hidesKey(KEY);
  if (code === "authentication") await misbehaving.connect();
}

/** The run is in the list with this state and message; takes it out again. */
async function showsRow({ playground }, state, texts) {
  const row = playground.runs.locator(`.tile[data-state="${state}"]`);
  await expect(row).toHaveCount(1);
  for (const text of texts) await expect(playground.result).toContainText(text);
  await row.getByRole("button", { name: /^Remove/ }).click();
  await expect(row).toHaveCount(0);
}

/** The form shows why; the run is not in the list. */
async function showsRejection({ playground }, { message }) {
  const alert = playground.form.getByRole("alert").filter({ hasText: /\w/ });
  // A ValidationError's items are listed one by one, without the package's advice.
  await expect(alert).toContainText(pattern(message.replace(/; correct it$/, "")));
  await expect(playground.runs.locator(".run")).toHaveCount(0);
}

async function end(misbehaving, operation, ending) {
  const { page, playground } = misbehaving;
  await misbehaving.arrived(operation);
  if (ending === "the signal times out") await page.evaluate(() => globalThis.expire());
  else await playground.runs.getByRole("button", { name: "Cancel" }).click();
}

function checkCounts(misbehaving, operation, { browserOnly, title }, attempts) {
  expect(misbehaving.sent(operation), title).toBe(attempts);
  // Without CORS the deployment receives preflight requests only.
  expect(misbehaving.received(operation), title).toBe(browserOnly ? 0 : attempts);
}
