// From the values of a form to the result of its run.
import { landscape, png, shownPixels } from "./images.mjs";
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

test.describe("with a workflow that inverts an image", () => {
  test.use({ workflows: fixtures });

  test("the reason of a failure is fully visible, also on a phone", async ({ page, playground, service }) => {
    await playground.choose("Invert");
    const damaged = (await png(page, known, "damaged.png")).buffer.subarray(0, 60);
    await playground.file("Picture").setInputFiles({ name: "damaged.png", mimeType: "image/png", buffer: damaged });
    const run = await playground.start();
    await playground.waitForRun(run, "failed");
    const { error } = await service.get(`/api/v1/runs/${run}`);
    // The details have the node.
    const reason = playground.result.getByText(error.replace(/ \(\w+, node \d+\)$/, ""), { exact: true });
    for (const width of [1260, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(reason).toBeVisible();
      await expect
        .poll(() => reason.evaluate((element) => element.scrollWidth - element.clientWidth))
        .toBeLessThanOrEqual(0);
    }
  });

  test("a dropped image is previewed, sent, and returned with exactly inverted pixels", async ({
    page,
    playground,
  }) => {
    await playground.choose("Invert");
    await playground.drop(playground.file("Picture"), await png(page, known, "dropped.png"));
    await expect(playground.form).toContainText("dropped.png");
    expect(await shownPixels(playground.preview)).toEqual(known);
    await playground.waitForRun(await playground.start());
    await expect(playground.images).toHaveCount(1);
    expect(await shownPixels(playground.images)).toEqual(inverted);
  });
});

test("every value of the form reaches the result", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("Größe & <b>Mut</b>");
  await playground.text("Caption").fill("first line\nsecond line");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("320");
  await playground.text("Softness").fill("2.5");
  await playground.choice("Title at").selectOption("top");
  await playground.toggle("Outline").uncheck();
  const run = await playground.start();
  await playground.waitForRun(run);

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
  await expect(playground.images).toHaveJSProperty("naturalWidth", 320);
  await expect(playground.images).toHaveJSProperty("naturalHeight", 320);
  await expect(playground.result).toContainText("Größe & <b>Mut</b>\nfirst line\nsecond line", { useInnerText: true });
});

test("a changed value changes the image", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("128");
  await playground.waitForRun(await playground.start());
  const outlined = await shownPixels(playground.images);
  await playground.toggle("Outline").uncheck();
  await playground.waitForRun(await playground.start());
  expect(await shownPixels(playground.images)).not.toEqual(outlined);
});

test.describe("with a small run", () => {
  test.beforeEach(async ({ playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
  });

  /** There was one run, and pressing Run again makes the second. */
  async function expectOneRun(playground, sent) {
    await expect(playground.rows("completed")).not.toHaveCount(0);
    await playground.waitForRun(await playground.start());
    await expect(playground.rows()).toHaveCount(2);
    expect(sent).toHaveLength(2);
  }

  test("a double click on Run starts one run", async ({ playground }) => {
    const sent = playground.submissions();
    await playground.run.dblclick();
    await expectOneRun(playground, sent);
  });

  for (const keys of ["Enter", "Control+Enter"]) {
    test(`holding down ${keys} starts one run`, async ({ page, playground }) => {
      const sent = playground.submissions();
      await playground.text("Size").focus();
      const [key, ...held] = keys.split("+").reverse();
      for (const one of held) await page.keyboard.down(one);
      for (const _ of [1, 2, 3]) await page.keyboard.down(key);
      for (const one of [key, ...held]) await page.keyboard.up(one);
      await expectOneRun(playground, sent);
    });
  }
});
