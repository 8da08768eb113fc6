// Several runs: where they wait, which are mine, how one is cancelled.
import { expect, test } from "./test.mjs";

/** Long enough to be seen on any machine; whoever starts one cancels it or ends the program. */
const slow = async (playground) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
};

test.describe("on one engine instance", () => {
  test.use({ engines: 1 });

  test("one runs, the others wait, and all are marked as mine", async ({ playground }) => {
    await slow(playground);
    for (let run = 0; run < 3; run += 1) await playground.start();
    await playground.busy(playground.instances, 1, 2);
    await expect(playground.instances.getByText("mine", { exact: true })).toHaveCount(3);
    await expect(playground.rows("running")).toHaveCount(1);
    await expect(playground.rows("pending")).toHaveCount(2);
  });

  test("a waiting run says its place in the line and the instance", async ({ playground, service }) => {
    const [{ comfy_uri }] = await service.get("/api/v1/comfy/queue");
    await slow(playground);
    await playground.start();
    const second = await playground.start();
    const third = await playground.start();
    await expect(playground.row(second)).toContainText("1st in line");
    await expect(playground.row(third)).toContainText("2nd in line");
    await expect(playground.row(third)).toContainText(new URL(comfy_uri).host);
  });

  test("another's run is in the picture and not marked as mine", async ({ playground, service }) => {
    const form = new FormData();
    form.set("word", "somebody");
    form.set("size", "2048");
    await fetch(`${service.address}api/v1/runs?workflow_id=slow-blur`, {
      method: "POST",
      body: form,
      headers: { "X-API-KEY": service.key },
    });
    await playground.busy(playground.instances, 1, 0);
    await expect(playground.instances.getByText("mine", { exact: true })).toHaveCount(0);
    await expect(playground.rows()).toHaveCount(0);
  });

  test("a waiting run is cancelled and leaves the queue", async ({ playground }) => {
    await slow(playground);
    const first = await playground.start();
    const second = await playground.start();
    await playground.busy(playground.instances, 1, 1);
    await playground.cancel(second);
    await playground.ends(second, "cancelled");
    await playground.busy(playground.instances, 1, 0);
    await expect(playground.row(first)).toHaveAttribute("data-state", "running");
  });

  test("a running run is cancelled and the next one takes its place", async ({ playground }) => {
    await slow(playground);
    const first = await playground.start();
    const second = await playground.start();
    await expect(playground.row(first)).toHaveAttribute("data-state", "running");
    await playground.cancel(first);
    await playground.ends(first, "cancelled");
    await expect(playground.row(second)).toHaveAttribute("data-state", "running");
    await playground.busy(playground.instances, 1, 0);
  });

  test.describe("with place for one run", () => {
    test.use({ queueLimit: 1, expectedErrors: /status of 429/ });

    test("a full queue is said, with when to try again, and the form is kept", async ({ playground }) => {
      await slow(playground);
      await playground.text("Word").fill("kept");
      await playground.start();
      await playground.busy(playground.instances, 1, 0);
      await playground.run.click();
      await expect(playground.form.getByRole("alert")).toContainText(/full/i);
      await expect(playground.form.getByRole("alert")).toContainText(/\d+ s/);
      await expect(playground.text("Word")).toHaveValue("kept");
      await expect(playground.text("Size")).toHaveValue("2048");
      await expect(playground.rows("running")).toHaveCount(1);
    });
  });
});

test("two runs go to two instances", async ({ playground }) => {
  await slow(playground);
  await playground.start();
  await playground.start();
  await expect(playground.instances).toHaveCount(2);
  for (const instance of await playground.instances.all()) await playground.busy(instance, 1, 0);
});

test("a run of mine is cancelled in the queue", async ({ playground }) => {
  await slow(playground);
  const run = await playground.start();
  await playground.queue.getByRole("button", { name: `Cancel run ${run.slice(0, 8)}` }).click();
  await playground.ends(run, "cancelled");
  await expect(playground.queue.getByText("mine", { exact: true })).toHaveCount(0);
});
