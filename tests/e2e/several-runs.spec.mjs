// What the stage shows while several runs are in progress.
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

test.use({ engines: 1, depth: 1 });

/** Starts a run of this word, which takes a second or more. */
async function startSlow(playground, word) {
  await playground.text("Word").fill(word);
  return playground.start();
}

const isShown = (playground, run) => expect(playground.showButton(run)).toHaveAttribute("aria-pressed", "true");

test("the stage follows whichever run ends next, and a cancelled one never takes it", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("640");
  const runs = [];
  for (const word of ["one", "two", "three", "four"]) runs.push(await startSlow(playground, word));
  await expect(playground.followed).toContainText(/1 running · [23] waiting/);
  await expect(playground.followed.getByRole("button", { name: /^Cancel all [34]$/ })).toBeVisible();
  await playground.row(runs[3]).hover();
  await playground.row(runs[3]).getByRole("button", { name: "Cancel" }).click();
  await playground.waitForRun(runs[3], "cancelled");
  await expect(playground.result.getByRole("article")).not.toContainText("Cancelled");
  for (const run of runs.slice(0, 3)) {
    await playground.waitForRun(run);
    await isShown(playground, run);
  }
  await expect(playground.followed).toHaveText("");
});

test("everything in progress is cancelled with one button", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  const runs = [await startSlow(playground, "one"), await startSlow(playground, "two")];
  await playground.followed.getByRole("button", { name: "Cancel all 2" }).click();
  for (const run of runs) await playground.waitForRun(run, "cancelled");
  await expect(playground.followed).toHaveText("");
});

test("a run of another tab is listed, and does not take the stage", async ({ context, playground, service }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const own = await startSlow(playground, "own");
  await playground.waitForRun(own);
  const there = new Playground(await context.newPage());
  await there.open(service.link);
  await there.choose("Slow blur");
  await there.text("Size").fill("256");
  const run = await startSlow(there, "other");
  await playground.waitForRun(run);
  await isShown(playground, own);
});

test("a run of another tab that was in progress before a reload does not take the stage", async ({
  context,
  playground,
  service,
}) => {
  const there = new Playground(await context.newPage());
  await there.open(service.link);
  await there.choose("Slow blur");
  await there.text("Size").fill("1024");
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const own = await startSlow(playground, "own");
  await playground.waitForRun(own);
  const other = await startSlow(there, "other");
  await expect(playground.row(other)).toHaveAttribute("data-state", "running");
  await playground.reload();
  // A tab that is opened now sends its first run while the other one's is in progress.
  const third = new Playground(await context.newPage());
  await third.open(service.link);
  await third.choose("Slow blur");
  await third.text("Size").fill("256");
  const first = await startSlow(third, "third");
  for (const [tab, shown] of [
    [playground, own],
    [third, first],
  ]) {
    await tab.waitForRun(first);
    await tab.waitForRun(other);
    await isShown(tab, shown);
  }
});

test("next to Run is how long a run takes, as soon as one has completed", async ({ playground }) => {
  const estimate = playground.form.getByTitle("Expected time");
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await expect(estimate).toHaveText("");
  await playground.waitForRun(await playground.start());
  await expect(estimate).toHaveText(/^≈ /);
  const small = inSeconds(await estimate.textContent());
  await playground.text("Size").fill("2048");
  await expect.poll(async () => inSeconds(await estimate.textContent())).toBeGreaterThan(small);
  const long = "9".repeat(30);
  await playground.text("Size").fill(long);
  await expect(estimate, "a size that is not allowed takes no time").toHaveText("");
  await playground.text("Size").fill("2048");
  await expect(estimate).toHaveText(/^≈ /);
  // Of a batch, it is the time of all runs.
  const large = inSeconds(await estimate.textContent());
  await playground.vary("Word");
  await playground.values("Word").fill("a\nb\nc");
  await expect(estimate).toHaveText(/^≈ .* in all$/);
  expect(inSeconds((await estimate.textContent()).replace(" in all", ""))).toBeGreaterThan(2 * large);
});

/** The seconds of a duration as the page shows it: "≈ 5 s" or "≈ 1 min 05 s". */
function inSeconds(shown) {
  const [, minutes, seconds] = /^≈ (?:(\d+) min )?(\d+) s$/.exec(shown) ?? [];
  return Number(minutes ?? 0) * 60 + Number(seconds);
}
