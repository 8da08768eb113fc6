// Photos and recordings as the input of a field, with the devices that Chromium fakes.
import { expectAccessible } from "./axe.mjs";
import { Playground } from "./playground.mjs";
import config from "./playwright.config.mjs";
import { test as base, expect } from "./test.mjs";

/** A name for this machine that is not localhost, so that the page is not secure. */
const INSECURE = "flowdeck.example";

const { launchOptions } = config.use;
const test = base.extend({
  /** Every stream of the page, so that a test sees whether its devices are off. */
  playground: async ({ page, playground }, use) => {
    await page.evaluate(() => {
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      const streams = [];
      Object.assign(globalThis, { streams });
      devices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        streams.push(stream);
        return stream;
      };
    });
    await use(playground);
  },
});

test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...launchOptions.args,
      "--use-fake-device-for-media-stream=device-count=2",
      "--use-fake-ui-for-media-stream",
      `--host-resolver-rules=MAP ${INSECURE} 127.0.0.1`,
    ],
  },
});

const dialog = (page) => page.getByRole("dialog");
const press = (page, name) => dialog(page).getByRole("button", { name, exact: true }).click();
const open = (playground, name) => playground.form.getByRole("button", { name, exact: true }).click();

/** Waits until every track that the page ever opened has ended. A dialog is out of sight before it tells the page. */
const expectOff = async (page) => {
  const states = () =>
    page.evaluate(() => {
      const tracks = Reflect.get(globalThis, "streams").flatMap((stream) => stream.getTracks());
      return [...new Set(tracks.map((track) => track.readyState))];
    });
  await expect.poll(states).toEqual(["ended"]);
};

const clip = {
  1: { class_type: "InputVideo", inputs: { name: "clip", label: "Clip", required: true } },
  2: { class_type: "InputAudio", inputs: { name: "tone", label: "Tone", required: true } },
  3: { class_type: "SaveAudio", inputs: { audio: ["2", 0], filename_prefix: "tone" } },
};

test("a photo is taken, taken again, used and run, and the camera is off", async ({ page, playground }) => {
  await playground.choose("Poster");
  await open(playground, "Take a photo: Photo");
  await expect(dialog(page).getByRole("button", { name: "Take photo" })).toBeFocused();
  await expectAccessible(page);
  await dialog(page).getByRole("combobox", { name: "Camera" }).selectOption({ index: 1 });
  await expect(dialog(page).getByRole("combobox")).toHaveCount(1);
  await press(page, "Take photo");
  await expect(dialog(page).getByRole("img")).toHaveJSProperty("complete", true);
  await expect(dialog(page).getByRole("status")).toHaveText(/^photo-\d{4}-\d{2}-\d{2}-\d{6}\.jpg$/);
  await press(page, "Retake");
  await press(page, "Take photo");
  await press(page, "Use it");
  await expect(dialog(page)).toHaveCount(0);
  await expectOff(page);
  await expect(playground.form).toContainText(/photo-[\d-]+\.jpg/);
  await expect(playground.preview).not.toHaveJSProperty("naturalWidth", 0);
  await playground.text("Title").fill("Me");
  await playground.waitForRun(await playground.start());
});

test("using a photo can be undone, and Cancel and Escape change nothing", async ({ page, playground }) => {
  await playground.choose("Poster");
  for (const close of [() => press(page, "Cancel"), () => page.keyboard.press("Escape")]) {
    await open(playground, "Take a photo: Photo");
    await expect(dialog(page).getByRole("button", { name: "Take photo" })).toBeVisible();
    await close();
    await expect(dialog(page)).toHaveCount(0);
    await expectOff(page);
  }
  await open(playground, "Take a photo: Photo");
  await press(page, "Take photo");
  await press(page, "Use it");
  await expect(playground.preview).toBeVisible();
  await playground.undo.click();
  await expect(playground.preview).toHaveCount(0);
});

test("sound and a video are recorded, and can be played before they are used", async ({ page, playground }) => {
  const buffer = Buffer.from(JSON.stringify(clip));
  await playground.openWorkflow.setInputFiles({ name: "dub.json", mimeType: "application/json", buffer });
  await open(playground, "Record audio: Tone");
  await press(page, "Start recording");
  await expect(dialog(page).getByRole("timer")).toHaveText("0:01");
  await press(page, "Stop recording");
  await expect(dialog(page).locator("audio")).not.toHaveJSProperty("readyState", 0);
  await press(page, "Use it");
  await expect(playground.form).toContainText(/audio-[\d-]+\.webm/);

  await open(playground, "Record a video: Clip");
  await press(page, "Start recording");
  await expect(dialog(page).getByRole("timer")).toHaveText("0:01");
  await press(page, "Stop recording");
  await expect(dialog(page).locator("video[controls]")).not.toHaveJSProperty("videoWidth", 0);
  await press(page, "Use it");
  await expect(playground.form).toContainText(/video-[\d-]+\.(mp4|webm)/);
  await expectOff(page);

  const run = await playground.start();
  await playground.waitForRun(run);
});

test("a refused camera says so, and a file can be chosen instead", async ({ page, playground }) => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("Permission denied", "NotAllowedError");
    };
  });
  await playground.choose("Poster");
  await open(playground, "Take a photo: Photo");
  await expect(dialog(page).getByRole("alert")).toContainText("The browser blocks the camera for this page.");
  await expect(dialog(page).getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
  const chooser = page.waitForEvent("filechooser");
  await press(page, "Choose a file");
  await chooser;
  await expect(dialog(page)).toHaveCount(0);
});

base.describe("at a name that is not localhost", () => {
  base.use({ allowOrigin: `http://${INSECURE}` });

  base("without https, the camera and the clipboard say what they need", async ({ page, service }) => {
    const playground = new Playground(page);
    await playground.open(service.link.replace("127.0.0.1", INSECURE));
    await playground.connected();
    await playground.choose("Poster");
    await open(playground, "Take a photo: Photo");
    const why = "The camera needs https or localhost. Choose a file instead.";
    await expect(dialog(page).getByRole("alert")).toHaveText(why);
    await expect(dialog(page).getByRole("button", { name: "Try again" })).toHaveCount(0);
    await press(page, "Cancel");
    await playground.form.getByText("Values and presets").click();
    const copy = playground.form.getByRole("button", { name: "Copy link", exact: true });
    await copy.click();
    await expect(playground.form.getByRole("button", { name: /^Copying needs https or localhost/ })).toBeVisible();
  });
});
