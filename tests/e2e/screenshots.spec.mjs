// The screenshots of the README: UPDATE_SCREENSHOTS=1 writes all of them. Otherwise only the first view is checked;
// other specs check what the rest shows.
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { instance } from "./minimal-deployment.mjs";
import { plain, samples } from "./service.mjs";
import { expect, minimalTest, test } from "./test.mjs";

const folder = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
/** The largest size of a screenshot in bytes, since the README loads all of them. */
const MAX_BYTES = 480 * 1024;
/** The seeds of nine results, each a color. */
const SEEDS = [14829107, 15761193, 4215207, 2847104, 1735895, 7422390, 9641043, 15044980, 10132122];
const updating = process.env.UPDATE_SCREENSHOTS === "1";

/** Writes a screenshot of the visible page. */
async function shoot(page, name) {
  if (!updating) return;
  // Nothing is shown as hovered.
  await page.mouse.move(0, 0);
  const image = await page.screenshot({ animations: "disabled", caret: "hide" });
  expect(image.length, `${name} is small enough`).toBeLessThan(MAX_BYTES);
  await writeFile(join(folder, name), image);
}

test.use({ workflows: samples });

/** Fills in the form of the poster, with the photo of its first example. */
async function fillPoster(playground) {
  await playground.choose("Poster");
  await playground.text("Title").fill("Open studio");
  await playground.text("Caption").fill("Saturday, from eight to midnight.\nBring something to draw with.");
  await expect(playground.form).toContainText("dusk.jpg");
  await playground.text("Size").fill("512");
}

/** Completes a poster and returns the ID of its run. */
async function makePoster(playground) {
  await fillPoster(playground);
  const poster = await playground.start();
  await playground.waitForRun(poster);
  return poster;
}

/** Shows a completed poster, with active runs on both instances. */
async function atWork(playground) {
  const poster = await makePoster(playground);
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  for (let run = 0; run < 3; run += 1) await playground.start();
  await expect(playground.rows("running")).toHaveCount(2);
  await expect(playground.rows("pending")).toHaveCount(1);
  await expect(playground.instances.getByText("yours", { exact: true })).toHaveCount(3);
  await playground.choose("Poster");
  await playground.show(poster);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 512);
  await expect(playground.images).toBeInViewport();
}

/** @type {("light" | "dark")[]} */
const colorSchemes = updating ? ["light", "dark"] : ["light"];
for (const colorScheme of colorSchemes) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 1440, height: 900 } });

    test("form, result and queue are visible at the same time", async ({ page, playground }) => {
      await atWork(playground);
      for (const region of [playground.form, playground.runs, playground.queue]) await expect(region).toBeInViewport();
      await shoot(page, `playground-${colorScheme}.png`);
    });
  });
}

if (updating) {
  test.describe("on a desktop", () => {
    test.use({ colorScheme: "light", viewport: { width: 1260, height: 670 } });

    test("the page in German", async ({ page, playground }) => {
      await atWork(playground);
      await playground.language("de");
      await expect(page.getByRole("region", { name: "Warteschlange" })).toBeInViewport();
      await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Open studio");
      await expect(page.getByRole("img", { name: /poster/ })).toBeInViewport();
      await shoot(page, "playground-german.png");
    });

    test("two results side by side", async ({ page, playground }) => {
      const first = await makePoster(playground);
      await playground.text("Title").fill("Open house");
      await playground.choice("Title at").selectOption("bottom");
      const second = await playground.start();
      await playground.waitForRun(second);
      await playground.show(first);
      await playground.act("Compare");
      await playground.show(second);
      const comparison = playground.comparison;
      await expect(comparison.getByRole("img")).toHaveCount(2);
      for (const image of await comparison.getByRole("img").all())
        await expect(image).toHaveJSProperty("naturalWidth", 512);
      await expect(comparison.getByRole("row", { name: /^Title\b.*differs/ }).first()).toContainText("Open house");
      await shoot(page, "compare.png");
    });

    test("the call as code", async ({ page, playground }) => {
      await fillPoster(playground);
      await page.getByRole("button", { name: "Code", exact: true }).click();
      const developers = page.getByRole("region", { name: "Developers" });
      await expect(developers.getByRole("tabpanel").locator("pre")).toContainText("Open studio");
      await expect(developers).toBeInViewport();
      await shoot(page, "developers.png");
    });
  });

  test.describe("on a large screen", () => {
    test.use({ colorScheme: "light", viewport: { width: 1440, height: 900 } });

    test("nine results of one press", async ({ page, playground }) => {
      await playground.choose("Tint");
      await playground.vary("Color seed");
      // Those that the page suggests are random.
      await playground.values("Color seed").fill(SEEDS.join("\n"));
      await playground.form.getByRole("button", { name: `Run ${SEEDS.length}`, exact: true }).click();
      await expect(playground.result).toContainText(`${SEEDS.length} of ${SEEDS.length} done`);
      const images = playground.result.locator(".sheet img");
      await expect(images).toHaveCount(SEEDS.length);
      for (const image of await images.all()) await expect(image).toHaveJSProperty("complete", true);
      await expect(images.last()).toBeInViewport();
      await shoot(page, "nine-results.png");
    });
  });

  test.describe("on a phone", () => {
    test.use({ colorScheme: "light", viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true });

    test("the form with Run visible", async ({ page, playground }) => {
      await playground.choose("Poster");
      await expect(playground.form).toContainText("dusk.jpg");
      await expect(playground.run).toBeInViewport({ ratio: 1 });
      await shoot(page, "playground-phone.png");
    });
  });

  /** The ID of a task, the same each time the screenshots are taken. */
  function taskId(place, number) {
    const hex = createHash("sha256").update(`${place} ${number}`).digest("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
  }

  /** The queue of many instances some seconds after the start. Each instance has its own pace. */
  function fleet(seconds, mine) {
    return Array.from({ length: 48 }, (_, place) => {
      const done = Math.floor(seconds / (9 + ((place * 7) % 23)));
      const waiting = Math.round(3 + 3 * Math.sin(seconds / 60 + place * 1.7) + (place % 3));
      const ids = Array.from({ length: waiting + 1 }, (_, task) => taskId(place, done + task));
      const own = mine[place];
      if (own) ids[own.line] = own.id;
      return instance(`http://10.0.0.${place + 11}:8188`, ids.slice(0, 1), ids.slice(1));
    });
  }

  minimalTest.describe("with many instances", () => {
    minimalTest.use({ colorScheme: "light", viewport: { width: 1260, height: 900 } });

    minimalTest("the queue with load, pace and my runs", async ({ page, playground, deployment }) => {
      await page.clock.install();
      await playground.openWorkflow.setInputFiles(join(plain, "slow-blur.json"));
      const mine = {};
      for (let seconds = 0; seconds < 300; seconds += 3) {
        if (seconds === 270) {
          for (const [place, line] of [
            [0, 1],
            [1, 2],
            [3, 0],
          ])
            mine[place] = { line, id: await playground.start() };
        }
        deployment.queue = fleet(seconds, mine);
        const { polls } = deployment;
        await page.clock.runFor(3000);
        await expect.poll(() => deployment.polls).toBeGreaterThan(polls);
      }
      deployment.queue[2].queue = null;
      await page.clock.runFor(3000);
      await expect(playground.queue).toContainText("no response");
      await expect(playground.instances.getByText("yours", { exact: true }).first()).toBeInViewport();
      await shoot(page, "queue.png");
    });
  });
}
