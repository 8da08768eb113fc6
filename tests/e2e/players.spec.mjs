// Videos and sounds, in outputs and in the form, use the browser's player.

import { fakeOutputs, quickRun } from "./fake-outputs.mjs";
import { sound, video } from "./media.mjs";
import { expect, minimalTest, test } from "./test.mjs";

/** The player has controls and a name, and has loaded its file. */
async function canPlay(player, name) {
  await expect(player).toHaveAttribute("controls", "");
  await expect(player).toHaveAccessibleName(name);
  await expect
    .poll(() =>
      player.evaluate(({ readyState, error }) => error?.message ?? readyState >= HTMLMediaElement.HAVE_METADATA),
    )
    .toBe(true);
}

/** Completes a run with this file as its output. */
async function output(page, playground, { name, mimeType, buffer }) {
  await fakeOutputs(page, [{ filename: name, contentType: mimeType, body: buffer }]);
  await quickRun(playground);
  return playground.output(name);
}

test("a video output has a player and no zoom", async ({ page, playground }) => {
  const figure = await output(page, playground, await video(page));
  await canPlay(figure.locator("video"), "clip.webm");
  await expect(figure.locator("video")).toHaveJSProperty("videoWidth", 64);
  await expect(figure.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(figure.getByRole("button", { name: "Zoom" })).toHaveCount(0);
});

test("a sound output has a player and no zoom", async ({ page, playground }) => {
  const figure = await output(page, playground, sound());
  await canPlay(figure.locator("audio"), "tone.wav");
  await expect(figure.locator("audio")).toHaveJSProperty("duration", 1);
  await expect(figure.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(figure.getByRole("button", { name: "Zoom" })).toHaveCount(0);
});

minimalTest.describe("in the form", () => {
  minimalTest.beforeEach(async ({ playground }) => {
    const workflow = {
      1: { class_type: "InputVideo", inputs: { name: "clip", label: "Clip", required: true } },
      2: { class_type: "InputAudio", inputs: { name: "tone", label: "Tone", required: true } },
    };
    const buffer = Buffer.from(JSON.stringify(workflow));
    await playground.openWorkflow.setInputFiles({ name: "dub.json", mimeType: "application/json", buffer });
  });

  minimalTest("a chosen video and a chosen sound can be played before they are sent", async ({ page, playground }) => {
    await playground.file("Clip").setInputFiles(await video(page));
    await canPlay(playground.form.locator("video"), "clip.webm");
    await expect(playground.form.locator("video")).toHaveJSProperty("videoWidth", 64);
    await playground.file("Tone").setInputFiles(sound());
    await canPlay(playground.form.locator("audio"), "tone.wav");
    await expect(playground.form.locator("audio")).toHaveJSProperty("duration", 1);
  });
});
