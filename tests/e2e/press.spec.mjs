// Nothing moves between the press of a button and its release, whatever happens meanwhile.
import { json } from "./json-file.mjs";
import { pressSlowly, showInMiddle } from "./press.mjs";
import { expect, test } from "./test.mjs";

const BUTTONS = "button:visible, a[href]:visible, summary:visible, label.button:visible, [type=checkbox]:visible";

const QUEUE = /\/api\/v1\/comfy\/queue/;

const clouds = {
  1: { class_type: "EmptyImage", inputs: { width: 64, height: 48, batch_size: 1, color: 255 } },
  2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "clouds" } },
};

/** Notes each click of the mouse, and keeps it from doing anything, so that the page stays as it is for the next. */
const noteClicks = (page) =>
  page.evaluate(() => {
    const note = (event) => {
      if (!event.isTrusted || !globalThis.isNoting) return;
      event.preventDefault();
      event.stopPropagation();
      globalThis.clicked = event.target;
    };
    addEventListener("click", note, true);
  });

const note = (page, isNoting) => page.evaluate((isNoting) => (globalThis.isNoting = isNoting), isNoting);

/** Makes the value of a field invalid, which shows when it loses the focus. */
async function spoil(field) {
  await field.fill("");
  await field.pressSequentially("?");
  await expect(field).not.toHaveAttribute("aria-invalid");
}

/** Presses every button in this place, each while an error appears at the field that loses the focus. */
async function pressAll(page, place, field, valid) {
  await note(page, true);
  const buttons = await place.locator(BUTTONS).all();
  expect(buttons.length, `the buttons of ${place}`).toBeGreaterThan(0);
  for (const button of buttons) {
    await spoil(field);
    await showInMiddle(button);
    await pressSlowly(page, button);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill(valid);
    await field.blur();
    await expect(field).not.toHaveAttribute("aria-invalid");
  }
  await note(page, false);
  return buttons.length;
}

/** Holds a button down, and returns the buttons that have moved or are covered after a change. */
async function moved(page, change) {
  // Before the places are noted: what arrived until then may still move them.
  await page.getByRole("button", { name: "Connection" }).hover();
  await page.mouse.down();
  await page.evaluate(
    (selector) => {
      const isHit = (button, x, y) => {
        const hit = document.elementFromPoint(x, y);
        return button.contains(hit) || (hit instanceof HTMLElement && hit.contains(button) && hit.closest("label"));
      };
      globalThis.isHit = isHit;
      globalThis.places = [...document.querySelectorAll(selector)].flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return isHit(button, x, y) ? [{ button, x, y }] : [];
      });
    },
    BUTTONS.replaceAll(":visible", ""),
  );
  await change();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const found = await page.evaluate(() => {
    const { places, isHit } = globalThis;
    const here = places.filter(({ button }) => button.isConnected && button.checkVisibility());
    return {
      count: here.length,
      moved: here.filter(({ button, x, y }) => !isHit(button, x, y)).map(({ button }) => button.outerHTML),
    };
  });
  // Released elsewhere, which clicks nothing.
  await page.mouse.move(2, 300);
  await page.mouse.up();
  expect(found.count).toBeGreaterThan(5);
  return found.moved;
}

test("a press arrives in every region while an error appears", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await noteClicks(page);
  const size = playground.text("Size");
  const press = (place) => pressAll(page, place, size, "256");

  await test.step("the header, the result, the runs and the queue", async () => {
    for (const place of [page.getByRole("banner"), playground.result, playground.runs, playground.queue])
      await press(place);
  });

  await test.step("the connection panel", async () => {
    await page.getByRole("button", { name: "Connection" }).click();
    await page.getByText("Another deployment").click();
    await press(page.getByRole("region", { name: "Connection" }));
    await page.getByRole("button", { name: "Connection" }).click();
  });

  await test.step("the list of workflows", async () => {
    await playground.openPicker();
    await press(page.locator(".picker"));
  });

  await test.step("all runs", async () => {
    await playground.browse();
    await press(playground.runs);
    await page.keyboard.press("Escape");
  });

  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  const width = playground.text("Width");
  await test.step("the choice of fields", async () => {
    await expect(width).toHaveValue("64");
    await pressAll(page, page.locator(".opened"), width, "64");
  });

  await test.step("the step that deploys", async () => {
    await playground.deployAs();
    await pressAll(page, page.locator(".opened"), width, "64");
  });
});

for (const [device, viewport] of Object.entries({
  "a desktop": { width: 1440, height: 900 },
  "a phone": { width: 360, height: 740 },
})) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport, engines: 1, expectedErrors: /ERR_FAILED/ });

    test("no button moves while a run ends", async ({ page, playground, service }) => {
      await playground.choose("Slow blur");
      await playground.text("Size").fill("256");
      await playground.waitForRun(await playground.start());
      const first = await playground.start();
      const last = await playground.start();
      await page.evaluate(() => document.querySelector(".regions").scrollTo(0, 0));
      for (const run of [first, last]) {
        const ends = async () => {
          const state = async () => (await service.get(`/api/v1/runs/${run}`)).status;
          await expect.poll(state).toBe("completed");
          await page.waitForResponse(QUEUE);
        };
        expect(await moved(page, ends)).toEqual([]);
        await playground.waitForRun(run);
      }
    });

    test("no button moves while the connection is lost and comes back", async ({ page, playground }) => {
      await playground.choose("Slow blur");
      await playground.text("Size").fill("256");
      await playground.waitForRun(await playground.start());
      await page.evaluate(() => document.querySelector(".regions").scrollTo(0, 0));
      await page.route(QUEUE, (route) => route.abort());
      const fails = async () => {
        for (let poll = 0; poll < 2; poll += 1)
          await page.waitForEvent("requestfailed", (one) => QUEUE.test(one.url()));
      };
      expect(await moved(page, fails)).toEqual([]);
      await expect(playground.state).not.toHaveText("connected");
      await page.unroute(QUEUE);
      expect(await moved(page, () => page.waitForResponse(QUEUE))).toEqual([]);
      await playground.connected();
    });
  });
}
