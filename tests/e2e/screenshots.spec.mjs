// The pictures of the README: UPDATE_SCREENSHOTS=1 writes them, without it they are only looked for.
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { instance } from "./contract.mjs";
import { landscape } from "./pictures.mjs";
import { samples } from "./service.mjs";
import { contractTest, expect, test } from "./test.mjs";

const folder = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
/** The most bytes of a picture: whoever opens the README loads all of them. */
const MOST = 150 * 1024;

/** Takes a picture of what is seen of the page. */
async function shoot(page, name) {
  if (process.env.UPDATE_SCREENSHOTS !== "1") return;
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  expect(picture.length, `${name} is small enough`).toBeLessThan(MOST);
  await writeFile(join(folder, name), picture);
}

/** Fills in the poster's form. */
async function fillPoster(page, playground) {
  await playground.choose("Poster");
  await playground.text("Title").fill("Open studio");
  await playground.text("Caption").fill("Saturday, from eight to midnight.\nBring something to draw with.");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("256");
}

/** Runs the poster, and gives the run's id once it is done. */
async function makePoster(page, playground) {
  await fillPoster(page, playground);
  const poster = await playground.start();
  await playground.ends(poster);
  return poster;
}

/** A poster that is done, and work under way on both instances. */
async function atWork(page, playground) {
  const poster = await makePoster(page, playground);
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  for (let run = 0; run < 3; run += 1) await playground.start();
  await expect(playground.rows("running")).toHaveCount(2);
  await expect(playground.rows("pending")).toHaveCount(1);
  await expect(playground.instances.getByText("mine", { exact: true })).toHaveCount(3);
  await playground.choose("Poster");
  await playground.show(poster);
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 256);
  await expect(playground.pictures).toBeInViewport();
}

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 1260, height: 670 } });

    test("form, result and queue are seen at a glance", async ({ page, playground }) => {
      await atWork(page, playground);
      for (const region of [playground.form, playground.runs, playground.queue]) await expect(region).toBeInViewport();
      await shoot(page, `playground-${colorScheme}.png`);
    });
  });
}

test.describe("on a desk", () => {
  test.use({ colorScheme: "light", viewport: { width: 1260, height: 670 } });

  test("the page speaks German, with all that was entered", async ({ page, playground }) => {
    await atWork(page, playground);
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await expect(page.getByRole("region", { name: "Warteschlange" })).toBeInViewport();
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Open studio");
    await expect(page.getByRole("img", { name: /poster/ })).toBeInViewport();
    await shoot(page, "playground-german.png");
  });

  test("two results stand side by side", async ({ page, playground }) => {
    const first = await makePoster(page, playground);
    await playground.text("Title").fill("Open house");
    await playground.choice("Title at").selectOption("top");
    const second = await playground.start();
    await playground.ends(second);
    await playground.show(first);
    await playground.result.getByRole("button", { name: "Compare" }).click();
    await playground.show(second);
    const comparison = playground.runs.getByRole("article", { name: "Comparison" });
    await expect(comparison.getByRole("img")).toHaveCount(2);
    for (const picture of await comparison.getByRole("img").all())
      await expect(picture).toHaveJSProperty("naturalWidth", 256);
    await expect(comparison.getByRole("row", { name: /Open house/ })).toContainText("differs");
    await shoot(page, "compare.png");
  });

  test("the form's call is shown as code", async ({ page, playground }) => {
    await fillPoster(page, playground);
    await page.getByRole("button", { name: "Code", exact: true }).click();
    const developers = page.getByRole("region", { name: "Developers" });
    await expect(developers.getByRole("tabpanel").locator("pre")).toContainText("Open studio");
    await expect(developers).toBeInViewport();
    await shoot(page, "developers.png");
  });
});

test.describe("on a phone", () => {
  test.use({ colorScheme: "light", viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true });

  test("the form is seen with Run in reach", async ({ page, playground }) => {
    await playground.choose("Poster");
    await playground.file("Photo").setInputFiles(await landscape(page));
    await expect(playground.preview).toBeVisible();
    await expect(playground.run).toBeInViewport({ ratio: 1 });
    await shoot(page, "playground-phone.png");
  });
});

/** The id of an instance's task, which is the same each time the pictures are made. */
function taskId(place, number) {
  const hex = createHash("sha256").update(`${place} ${number}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** A queue of many instances, some seconds after it was first seen; each works at its own pace. */
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

contractTest.describe("many instances", () => {
  contractTest.use({ colorScheme: "light", viewport: { width: 1260, height: 670 } });

  contractTest("each is seen with its load, its pace and what is mine", async ({ page, playground, contract }) => {
    await page.clock.install();
    await playground.openWorkflow.setInputFiles(join(samples, "slow-blur.json"));
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
      contract.queue = fleet(seconds, mine);
      const { asked } = contract;
      await page.clock.runFor(3000);
      await expect.poll(() => contract.asked).toBeGreaterThan(asked);
    }
    contract.queue[2].queue = null;
    await page.clock.runFor(3000);
    await expect(playground.queue).toContainText("no answer");
    await expect(playground.instances.getByText("mine", { exact: true }).first()).toBeInViewport();
    await shoot(page, "queue.png");
  });
});
