// Several runs in the queue: their positions, their owner, and cancelling.
import { expect, test } from "./test.mjs";

/** Fills in a run that takes long on any machine. The end of the test stops it. */
const fillSlowRun = async (playground) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
};

test.describe("on one engine instance", () => {
  test.use({ engines: 1, depth: 3 });

  test("one run is running, and the others show their position and instance", async ({ playground, service }) => {
    const [{ comfy_uri }] = await service.get("/api/v1/comfy/queue");
    await fillSlowRun(playground);
    await playground.start();
    const second = await playground.start();
    const third = await playground.start();
    await playground.showsTasks(playground.instances, 1, 2);
    await expect(playground.instances.getByText("yours", { exact: true })).toHaveCount(3);
    await expect(playground.rows("running")).toHaveCount(1);
    await expect(playground.rows("pending")).toHaveCount(2);
    await expect(playground.row(second)).toContainText("1st in queue");
    await expect(playground.row(third)).toContainText("2nd in queue");
    await expect(playground.row(third)).toContainText(new URL(comfy_uri).host);
  });

  test.describe("that has one run at a time", () => {
    test.use({ depth: 1 });

    test("the others wait in the service, with their place, and start or are cancelled", async ({ playground }) => {
      // Without a completed run, nobody knows how long one takes.
      await playground.choose("Slow blur");
      await playground.text("Size").fill("512");
      await playground.waitForRun(await playground.start());
      await fillSlowRun(playground);
      const first = await playground.start();
      const second = await playground.start();
      const third = await playground.start();
      await playground.showsTasks(playground.instances, 1, 0);
      const waiting = playground.queue.getByRole("region", { name: "Waiting runs" });
      await expect(waiting).toContainText("2 runs wait for an instance");
      await expect(waiting.getByRole("listitem")).toContainText([second.slice(0, 8), third.slice(0, 8)]);
      await expect(waiting.getByText("yours", { exact: true })).toHaveCount(2);
      await expect(playground.queue).toContainText("1 instance · 1 running · 2 waiting");
      await expect(playground.row(third)).toContainText(/2nd in queue · starts in ≈/);
      await waiting.getByRole("button", { name: `Cancel run ${second.slice(0, 8)}` }).click();
      await playground.waitForRun(second, "cancelled");
      await expect(playground.row(third)).toContainText("1st in queue");
      await playground.cancel(first);
      await expect(playground.row(third)).toHaveAttribute("data-state", "running");
      await expect(waiting).toHaveCount(0);
      await playground.showsTasks(playground.instances, 1, 0);
    });
  });

  test("a run of another client is in the queue, but not marked as yours", async ({ playground, service }) => {
    const form = new FormData();
    form.set("word", "somebody");
    form.set("size", "2048");
    await fetch(`${service.address}api/v1/runs?workflow_id=slow-blur`, {
      method: "POST",
      body: form,
      headers: { "X-API-KEY": service.key },
    });
    await playground.showsTasks(playground.instances, 1, 0);
    await expect(playground.instances.getByText("yours", { exact: true })).toHaveCount(0);
    await expect(playground.rows()).toHaveCount(0);
  });

  test("a pending and a running run are cancelled, and the next one starts", async ({ playground }) => {
    await fillSlowRun(playground);
    const first = await playground.start();
    const second = await playground.start();
    const third = await playground.start();
    await playground.showsTasks(playground.instances, 1, 2);
    await playground.cancel(third);
    await playground.waitForRun(third, "cancelled");
    await playground.showsTasks(playground.instances, 1, 1);
    await expect(playground.row(first)).toHaveAttribute("data-state", "running");
    await playground.cancel(first);
    await playground.waitForRun(first, "cancelled");
    await expect(playground.row(second)).toHaveAttribute("data-state", "running");
    await playground.showsTasks(playground.instances, 1, 0);
  });

  test.describe("with a queue that holds one run", () => {
    test.use({ depth: 1, queueLimit: 1, expectedErrors: /status of 429/ });

    test("a full queue is reported with the time to retry, and the form is kept", async ({ playground }) => {
      await fillSlowRun(playground);
      await playground.text("Word").fill("kept");
      await playground.start();
      await playground.showsTasks(playground.instances, 1, 0);
      await playground.start();
      await playground.run.click();
      await expect(playground.form.getByRole("alert")).toContainText(/full/i);
      await expect(playground.form.getByRole("alert")).toContainText(/\d+ s/);
      await expect(playground.text("Word")).toHaveValue("kept");
      await expect(playground.text("Size")).toHaveValue("2048");
      await expect(playground.rows("running")).toHaveCount(1);
      await expect(playground.rows("pending")).toHaveCount(1);
    });
  });
});

test("two runs go to two instances, and one is cancelled in the queue", async ({ playground }) => {
  await fillSlowRun(playground);
  const run = await playground.start();
  await playground.start();
  await expect(playground.instances).toHaveCount(2);
  for (const instance of await playground.instances.all()) await playground.showsTasks(instance, 1, 0);
  await playground.queue.getByRole("button", { name: `Cancel run ${run.slice(0, 8)}` }).click();
  await playground.waitForRun(run, "cancelled");
  await expect(playground.queue.getByText("yours", { exact: true })).toHaveCount(1);
});
