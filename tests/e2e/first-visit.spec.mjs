// The first visit: someone opens the printed link, presses Run and gets a result.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible } from "./axe.mjs";
import { landscape, shownPixels } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { plain, Service, samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.use({ workflows: samples });

const FILES = "**/examples/files/**";

const example = (playground, name) =>
  playground.form.getByRole("group", { name: "Examples" }).getByRole("button", { name, exact: true });

/** The addresses that the page has requested. */
const requested = (page) => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));

test("the form is no longer said to have the example when other values arrive", async ({ page, playground }) => {
  const own = "This is the result of the example in the form.";
  const other = "This is the result of an example.";
  await expect(playground.result).toContainText(own);
  await playground.file("Photo").setInputFiles(await landscape(page, "own.png"));
  await expect(playground.result).toContainText(other);
  await example(playground, "Winter walks").click();
  await expect(playground.result).toContainText(own);
  await playground.text("Title").fill("My own");
  await expect(playground.result).toContainText(other);
});

test("the first press of Run makes the poster of the first example", async ({ page, playground }) => {
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await playground.waitForRun(await playground.start());
  const poster = playground.images.first();
  await expect(poster).toHaveJSProperty("naturalWidth", 768);
  const pixels = await shownPixels(poster, 6);
  const [red, , blue] = pixels[50][16];
  expect(red, "the evening sky is more red than blue").toBeGreaterThan(blue);
  const title = pixels.slice(0, 33).flat();
  for (const level of [0, 255]) {
    const letters = title.filter((pixel) => pixel.every((channel) => channel === level));
    expect(letters.length, `the title has pixels of ${level}`).toBeGreaterThan(20);
  }
  await expect(playground.result).toContainText("Bring something to draw with.");
  await expectAccessible(page);
  const files = (await requested(page)).filter((name) => name.includes("/examples/files/"));
  const all = files.map((name) => name.slice(name.lastIndexOf("/") + 1)).sort();
  const names = all.filter((name) => !name.endsWith(".result.jpg"));
  expect(all, "the result of the first example was shown").toContain("poster-1.result.jpg");
  const thumbnails = ["aurora.thumbnail.jpg", "dusk.thumbnail.jpg", "ridges.thumbnail.jpg"];
  expect(names, "only the photo of the form is loaded in full").toEqual([...thumbnails, "dusk.jpg"].sort());
});

test("nothing but the form loads before the browser is idle, and Run works nevertheless", async ({ page, service }) => {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.goto(service.link);
  const playground = new Playground(page);
  await playground.connected();
  await expect(playground.text("Title")).toHaveValue("Open studio");
  // The queue is requested after the form.
  await expect(playground.queueButton).toContainText("2 engines");
  const early = (await requested(page)).filter((name) => /split_later|examples/.test(name));
  expect(early).toEqual([]);
  await playground.waitForRun(await playground.start());
  await expect(example(playground, "Open studio")).toBeVisible();
});

test("a form that is left before the browser was idle ends without an error", async ({ page, service }) => {
  await page.addInitScript(() => {
    const waiting = [];
    const becomeIdle = () => waiting.splice(0).map((call) => call());
    Object.assign(globalThis, { becomeIdle, requestIdleCallback: (call) => waiting.push(call) });
  });
  await page.goto(service.link);
  const playground = new Playground(page);
  await playground.connected();
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await playground.choose("Quote card");
  await expect(playground.text("Author")).toHaveValue("Proverb");
  await page.evaluate(() => Reflect.get(globalThis, "becomeIdle")());
  await playground.waitForRun(await playground.start());
});

test("the examples also load in a browser without idle callbacks", async ({ page, service }) => {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = undefined;
  });
  await page.goto(service.link);
  const playground = new Playground(page);
  await expect(example(playground, "Open studio")).toBeVisible();
  await expect(playground.form).toContainText("dusk.jpg");
});

test("the picture is the result of the example filled in, also when its values are edited", async ({ playground }) => {
  const picture = (name) =>
    playground.result.getByRole("img", { name: `Result of the example “${name}”`, exact: true });
  await expect(picture("Open studio")).toBeVisible();
  await example(playground, "Winter walks").click();
  await expect(picture("Winter walks")).toBeVisible();
  await playground.text("Title").fill("My own words");
  await expect(picture("Winter walks")).toBeVisible();
  await example(playground, "Open studio").click();
  await expect(picture("Open studio")).toBeVisible();
  await playground.undo.click();
  await expect(picture("Winter walks")).toBeVisible();
  for (const [workflow, name] of [
    ["Ringtone", "Melody"],
    ["Title clip", "Good evening"],
  ]) {
    await playground.choose(workflow);
    await expect(picture(name), `${workflow} has a picture, too`).toBeVisible();
    await expect(example(playground, name).locator("img")).toBeVisible();
  }
});

test("the form of another workflow is painted before what it makes", async ({ playground }) => {
  const made = playground.result.getByRole("heading", { name: /Quote card/ });
  await expect(playground.result.getByRole("heading", { name: /Poster/ })).toBeVisible();
  await playground.openPicker();
  const firstFrame = await playground.workflow("Quote card").evaluate(async (entry) => {
    const form = entry.closest("section");
    const result = document.querySelector("#region-result h3");
    entry.click();
    await new Promise(requestAnimationFrame);
    return { hasForm: form.querySelector("[name=author]") !== null, keepsResult: result.isConnected };
  });
  expect(firstFrame).toEqual({ hasForm: true, keepsResult: true });
  await expect(made).toBeVisible();
  await expect(playground.result.getByRole("heading")).toHaveCount(1);
});

test("an example that replaces typed values can be undone", async ({ playground }) => {
  await playground.text("Title").fill("My own words");
  await example(playground, "Winter walks").click();
  await expect(playground.text("Title")).toHaveValue("Winter walks");
  await expect(playground.toggle("Outline")).not.toBeChecked();
  await playground.undo.click();
  await expect(playground.text("Title")).toHaveValue("My own words");
  await expect(playground.toggle("Outline")).toBeChecked();

  await test.step("until the form is edited, sent or left", async () => {
    for (const end of [
      () => playground.text("Title").fill("Edited later"),
      () => playground.choose("Quote card"),
      () => playground.start(),
    ]) {
      await playground.choose("Poster");
      await example(playground, "Winter walks").click();
      await expect(playground.form).toContainText("ridges.jpg");
      await expect(playground.undo).toBeVisible();
      await end();
      await expect(playground.undo).toHaveCount(0);
    }
  });

  await test.step("and so can the removal of its file", async () => {
    await playground.form.getByRole("button", { name: "Remove ridges.jpg" }).click();
    await expect(playground.form).not.toContainText("ridges.jpg");
    await playground.undo.click();
    await expect(playground.form).toContainText("ridges.jpg");
  });
});

/** Plays a result without sound to its end, and returns its length in seconds. */
const play = (player) =>
  player.evaluate(async (media) => {
    media.muted = true;
    media.playbackRate = 4;
    const ended = new Promise((resolve, reject) => {
      media.addEventListener("ended", resolve);
      media.addEventListener("error", () => reject(new Error(media.error.message)));
    });
    await media.play();
    await ended;
    return media.duration;
  });

test("the ringtone of the first example plays twice its length", async ({ playground }) => {
  await playground.choose("Ringtone");
  await expect(playground.text("Length")).toHaveValue("3.2");
  await playground.waitForRun(await playground.start());
  expect(await play(playground.result.locator("audio"))).toBeCloseTo(6.4, 1);
});

test("the clip of the first example plays with its title", async ({ playground }) => {
  await playground.choose("Title clip");
  await expect(playground.text("Title")).toHaveValue("Good evening");
  await playground.waitForRun(await playground.start());
  const clip = playground.result.locator("video");
  expect(await play(clip)).toBeCloseTo(3, 1);
  const white = await clip.evaluate((video) => {
    const { videoWidth: width, videoHeight: height } = video;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, width, height / 4);
    return data.filter((_, index) => index % 4 === 0 && Math.min(...data.slice(index, index + 3)) > 230).length;
  });
  expect(white, "the title is white").toBeGreaterThan(500);
});

/** Holds back the requests to these addresses until the returned function is called. */
async function hold(page, addresses) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("the first paint has the values of the example, and the title stays in its place", async ({ page, service }) => {
  const release = await hold(page, "**/pkg/playground_bg.wasm");
  await page.goto(service.link, { waitUntil: "commit" });
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await expect(title).toHaveValue("Open studio");
  await page.waitForFunction(() => document.styleSheets.length > 0);
  const before = await title.boundingBox();
  release();
  await expect(example(new Playground(page), "Open studio")).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
});

test("Run pressed while the photo of the example is loading waits for it", async ({ page, service }) => {
  const release = await hold(page, FILES);
  await page.goto(service.link);
  const playground = new Playground(page);
  await playground.connected();
  const sent = playground.submissions();
  await playground.run.click();
  await expect(playground.run).toHaveAttribute("aria-busy", "true");
  await playground.run.click();
  release();
  await expect(playground.rows("completed")).toHaveCount(1);
  expect(sent).toHaveLength(1);
});

test("an example fills in every field, and a later visit keeps the draft", async ({ page, playground, service }) => {
  await expect(playground.form).toContainText("dusk.jpg");
  await playground.text("Size").fill("512");
  await playground.toggle("Outline").uncheck();
  await example(playground, "Northern lights").click();
  await expect(playground.text("Title")).toHaveValue("Northern lights");
  await expect(playground.text("Softness")).toHaveValue("8");
  await expect(playground.text("Size")).toHaveValue("768");
  await expect(playground.toggle("Outline")).toBeChecked();
  await expect(playground.form).toContainText("aurora.jpg");
  await playground.text("Title").fill("My own");
  for (const visit of [page, await page.context().newPage()]) {
    await visit.goto("about:blank");
    await visit.goto(service.link);
    const later = new Playground(visit);
    await expect(later.text("Title")).toHaveValue("My own");
    await expect(later.text("Softness")).toHaveValue("8");
    await expect(later.form).toContainText("aurora.jpg");
  }
});

test("the values of a link take the place of the first example", async ({ page, service }) => {
  const values = encodeURIComponent(JSON.stringify({ title: "From a link" }));
  await page.goto(`${service.link}&workflow=poster&values=${values}`);
  const playground = new Playground(page);
  await expect(playground.text("Title")).toHaveValue("From a link");
  await expect(example(playground, "Open studio")).toBeVisible();
  await expect(playground.text("Caption")).toHaveValue("");
  await expect(playground.form).not.toContainText("dusk.jpg");
});

test("at 360 px the examples scroll within their row", async ({ page, playground }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.fitsWidth();
  await example(playground, "Northern lights").click();
  await expect(playground.text("Title")).toHaveValue("Northern lights");
});

test.describe("when the file of an example cannot be loaded", () => {
  test.use({ expectedErrors: /status of 404/ });

  test("its field says so, and nothing is sent", async ({ page, service }) => {
    await page.route(FILES, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(service.link);
    const playground = new Playground(page);
    await playground.connected();
    await playground.showsError(playground.file("Photo"), /example’s file “dusk\.jpg” couldn’t be loaded/);
    const sent = playground.submissions();
    await playground.run.click();
    await playground.showsError(playground.file("Photo"), /image/i);
    expect(sent).toHaveLength(0);
  });
});

test("a deployment without workflows asks for the first one, and a dropped file opens its form", async ({ page }) => {
  const workflows = await mkdtemp(join(tmpdir(), "flowdeck-empty-"));
  const service = new Service({ engines: 2, workflows });
  await service.start();
  const playground = new Playground(page);
  await playground.open(service.link);
  await expect(playground.result).toContainText("Connected to 2 engines. Drop your first workflow.");
  await expect(page.getByText("Connect to a deployment")).toHaveCount(0);
  await expectAccessible(page);
  const area = playground.result.getByRole("button", { name: "Drop a workflow, or choose a file" });
  const buffer = await readFile(join(plain, "slow-blur.json"));
  await playground.drop(area, { name: "slow-blur.json", mimeType: "application/json", buffer });
  await expect(playground.text("Word")).toHaveValue("patience");
  await playground.hidesKey(service.key);
  // Otherwise, it may ask about its key while the service stops.
  await page.close();
  await service.stop();
  await rm(workflows, { recursive: true });
});

test.describe("with workflows that have no examples", () => {
  test.use({ workflows: plain });

  test("the chosen one has no card, and another one can be added", async ({ page, playground }) => {
    const cards = playground.result.getByRole("list", { name: "Workflows to start from" }).getByRole("button");
    await expect(cards).toHaveText([/Slow blur/, /Add a workflow/]);
    const chooser = page.waitForEvent("filechooser");
    await cards.last().click();
    await (await chooser).setFiles(join(plain, "slow-blur.json"));
    await expect(playground.picker).toHaveText("slow-blur.json");
  });
});
