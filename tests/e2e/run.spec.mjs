// From values to a result.
import { landscape, png, shownPixels } from "./pictures.mjs";
import { fixtures } from "./service.mjs";
import { expect, test } from "./test.mjs";

const known = [
  [
    [0, 0, 0],
    [255, 255, 255],
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ],
  [
    [1, 2, 3],
    [127, 128, 129],
    [250, 200, 150],
    [64, 32, 16],
    [17, 171, 99],
  ],
  [
    [254, 253, 252],
    [90, 180, 45],
    [12, 240, 128],
    [77, 7, 177],
    [33, 66, 99],
  ],
];
const inverted = known.map((row) => row.map((pixel) => pixel.map((value) => 255 - value)));

test.describe("with the workflow that inverts", () => {
  test.use({ workflows: fixtures });

  test("a picture of known pixels comes back with exactly the inverted ones", async ({ page, playground }) => {
    await playground.choose("Invert");
    await playground.file("Picture").setInputFiles(await png(page, known));
    const run = await playground.start();
    await playground.ends(run);
    await expect(playground.pictures).toHaveCount(1);
    expect(await shownPixels(playground.pictures)).toEqual(inverted);
  });

  test("a dropped picture is shown before it is sent, and is what is sent", async ({ page, playground }) => {
    await playground.choose("Invert");
    await playground.drop(playground.file("Picture"), await png(page, known, "dropped.png"));
    await expect(playground.form).toContainText("dropped.png");
    expect(await shownPixels(playground.preview)).toEqual(known);
    await playground.ends(await playground.start());
    expect(await shownPixels(playground.pictures)).toEqual(inverted);
  });
});

test("every value of the poster reaches its result", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("Größe & <b>Mut</b>");
  await playground.text("Caption").fill("first line\nsecond line");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("320");
  await playground.text("Softness").fill("2.5");
  await playground.choice("Title at").selectOption("top");
  await playground.toggle("Outline").uncheck();
  const run = await playground.start();
  await playground.ends(run);

  const { inputs } = await service.get(`/api/v1/runs/${run}`);
  expect(Object.fromEntries(inputs.map(({ path, value }) => [path, value]))).toEqual({
    title: "Größe & <b>Mut</b>",
    caption: "first line\nsecond line",
    photo: "evening.png",
    size: "320",
    softness: "2.5",
    position: "top",
    outline: "false",
  });
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 320);
  await expect(playground.pictures).toHaveJSProperty("naturalHeight", 320);
  await expect(playground.runs).toContainText("Größe & <b>Mut</b>\nfirst line\nsecond line", { useInnerText: true });
});

test("a value changes the picture: the outline", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("128");
  await playground.ends(await playground.start());
  const outlined = await shownPixels(playground.pictures);
  await playground.toggle("Outline").uncheck();
  await playground.ends(await playground.start());
  expect(await shownPixels(playground.pictures)).not.toEqual(outlined);
});

test("a result can be downloaded", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("64");
  await playground.ends(await playground.start());
  const download = page.waitForEvent("download");
  await playground
    .output(/poster.*\.png/)
    .getByRole("link", { name: "Download" })
    .click();
  expect((await download).suggestedFilename()).toMatch(/poster.*\.png$/);
});

test("the runs of this tab are there again after a refresh", async ({ page, playground, service }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.ends(run);
  await page.reload();
  await playground.open(service.link);
  await playground.connected();
  await playground.ends(run);
  await playground.show(run);
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 256);
});

test.describe("with a small run", () => {
  test.beforeEach(async ({ playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
  });

  /** One run came of it, and Run pressed once more makes the second. */
  async function ranOnce(playground, sent) {
    await expect(playground.rows("completed")).not.toHaveCount(0, { timeout: 45_000 });
    await playground.ends(await playground.start());
    await expect(playground.rows()).toHaveCount(2);
    expect(sent).toHaveLength(2);
  }

  test("a double click on Run starts one run", async ({ playground }) => {
    const sent = playground.submissions();
    await playground.run.dblclick();
    await ranOnce(playground, sent);
  });

  for (const keys of ["Enter", "Control+Enter"]) {
    test(`${keys} that is held down starts one run`, async ({ page, playground }) => {
      const sent = playground.submissions();
      await playground.text("Size").focus();
      const [key, ...held] = keys.split("+").reverse();
      for (const one of held) await page.keyboard.down(one);
      for (const _ of [1, 2, 3]) await page.keyboard.down(key);
      for (const one of [key, ...held]) await page.keyboard.up(one);
      await ranOnce(playground, sent);
    });
  }
});
