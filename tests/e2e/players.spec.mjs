// Videos and sounds, in outputs and in the form, use the browser's player.

import { fakeOutputs, quickRun } from "./fake-outputs.mjs";
import { shownPixels } from "./images.mjs";
import { sound, video } from "./media.mjs";
import { clip, mediaWorkflows, samples } from "./service.mjs";
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

/** Red, green and blue in the middle of the player's current frame. */
async function firstPixel(player) {
  const read = () =>
    player.evaluate((player) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [player.videoWidth || 1, player.videoHeight || 1];
      const context = canvas.getContext("2d");
      context.drawImage(player, 0, 0);
      return [...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data];
    });
  // A player that has data may not have decoded its frame yet: it then draws nothing.
  await expect.poll(async () => (await read())[3]).toBe(255);
  return (await read()).slice(0, 3);
}

/** The highest level of the player's sound. */
function loudest(player) {
  return player.evaluate(async ({ currentSrc }) => {
    const bytes = await (await fetch(currentSrc)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes);
    return sound.getChannelData(0).reduce((peak, level) => Math.max(peak, Math.abs(level)), 0);
  });
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
  await expect(figure.locator(".waveform path").first()).toHaveAttribute("d", /^M1 /);
  await expect(figure.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(figure.getByRole("button", { name: "Zoom" })).toHaveCount(0);
});

test.describe("saved by an engine", () => {
  test.use({ workflows: mediaWorkflows });

  test("a video plays as the negative of the uploaded one, with its sound", async ({ playground }) => {
    await playground.choose("Negative video");
    await playground.file("Clip").setInputFiles(clip);
    await canPlay(playground.form.locator("video"), "b_frames.mp4");
    const before = await firstPixel(playground.form.locator("video"));
    await playground.waitForRun(await playground.start());
    const saved = playground.output("negative_00001_.mp4").locator("video");
    await canPlay(saved, "negative_00001_.mp4");
    await expect(saved).toHaveJSProperty("videoWidth", 64);
    await expect(saved).toHaveJSProperty("duration", 0.32);
    const after = await firstPixel(saved);
    const levels = before.map((level, place) => Math.abs(255 - level - after[place]));
    expect(Math.max(...levels), `${before} became ${after}`).toBeLessThan(24);
    expect(await loudest(saved)).toBeGreaterThan(0.2);
    const tile = playground.runs.locator(".tile-picture img");
    await expect(tile).toHaveJSProperty("naturalWidth", 64);
    await saved.evaluate(async (player) => {
      const found = new Promise((resolve) => player.addEventListener("seeked", resolve));
      player.currentTime = player.duration / 2;
      await found;
    });
    const middle = await firstPixel(saved);
    const shown = (await shownPixels(tile))[24][32];
    const differences = middle.map((level, place) => Math.abs(level - shown[place]));
    expect(Math.max(...differences), `the tile has ${shown}, the video ${middle}`).toBeLessThan(24);
    await saved.evaluate((player) => player.play());
    await expect(saved).toHaveJSProperty("ended", true);
  });
});

test.describe("with the sample workflows", () => {
  test.use({ workflows: samples });

  test("a press on the waveform of a saved sound jumps there", async ({ playground }) => {
    await playground.choose("Ringtone");
    await expect(playground.form).toContainText("melody.wav");
    await playground.waitForRun(await playground.start());
    const player = playground.result.locator("audio");
    await expect(playground.result.locator(".waveform path").first()).toHaveAttribute("d", /^M1 /);
    await playground.result.locator(".waveform").click();
    await expect
      .poll(() => player.evaluate(({ currentTime, duration }) => Math.round((currentTime / duration) * 10)))
      .toBe(5);
    await expect(playground.result.locator(".waveform")).toHaveAttribute("style", /--played: (49|50)/);
  });
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
