// Videos and sounds, among what a run gave and what it is given: each with the browser's own player.
import { sound, video } from "./media.mjs";
import { gives, quickRun } from "./outputs.mjs";
import { contractTest, expect, test } from "./test.mjs";

/** The player has the browser's controls and a name, and could read what it is to play. */
async function plays(player, name) {
  await expect(player).toHaveAttribute("controls", "");
  await expect(player).toHaveAccessibleName(name);
  await expect
    .poll(() =>
      player.evaluate(({ readyState, error }) => error?.message ?? readyState >= HTMLMediaElement.HAVE_METADATA),
    )
    .toBe(true);
}

/** A run gives this file. */
async function given(page, playground, { name, mimeType, buffer }) {
  await gives(page, [{ filename: name, contentType: mimeType, body: buffer }]);
  await quickRun(playground);
  return playground.output(name);
}

test("a video that a run gave has a player, and nothing to enlarge", async ({ page, playground }) => {
  const output = await given(page, playground, await video(page));
  await plays(output.locator("video"), "clip.webm");
  await expect(output.locator("video")).toHaveJSProperty("videoWidth", 64);
  await expect(output.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(output.getByRole("button", { name: "Zoom" })).toHaveCount(0);
});

test("a sound that a run gave has a player, and nothing to enlarge", async ({ page, playground }) => {
  const output = await given(page, playground, sound());
  await plays(output.locator("audio"), "tone.wav");
  await expect(output.locator("audio")).toHaveJSProperty("duration", 1);
  await expect(output.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(output.getByRole("button", { name: "Zoom" })).toHaveCount(0);
});

contractTest.describe("chosen in a form", () => {
  contractTest.beforeEach(async ({ playground }) => {
    const workflow = {
      1: { class_type: "InputVideo", inputs: { name: "clip", label: "Clip", required: true } },
      2: { class_type: "InputAudio", inputs: { name: "tone", label: "Tone", required: true } },
    };
    const buffer = Buffer.from(JSON.stringify(workflow));
    await playground.openWorkflow.setInputFiles({ name: "dub.json", mimeType: "application/json", buffer });
  });

  contractTest("a video is played before it is sent", async ({ page, playground }) => {
    await playground.file("Clip").setInputFiles(await video(page));
    await plays(playground.form.locator("video"), "clip.webm");
    await expect(playground.form.locator("video")).toHaveJSProperty("videoWidth", 64);
  });

  contractTest("a sound is played before it is sent", async ({ playground }) => {
    await playground.file("Tone").setInputFiles(sound());
    await plays(playground.form.locator("audio"), "tone.wav");
    await expect(playground.form.locator("audio")).toHaveJSProperty("duration", 1);
  });
});
