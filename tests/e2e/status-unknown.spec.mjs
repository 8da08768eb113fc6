// A minimal deployment: the state of a run is only known from the queue.
import { instance } from "./minimal-deployment.mjs";
import { expect, minimalTest } from "./test.mjs";

const test = minimalTest.extend({
  deployment: async ({ deployment }, use) => {
    deployment.queue = [instance("http://10.0.0.1:8188")];
    await use(deployment);
  },
});

/** Runs a manual form. */
async function start(playground) {
  await playground.openManualForm("portrait");
  return playground.start();
}

test("a run follows the queue until its status is unknown, and can then be removed", async ({
  playground,
  deployment,
}) => {
  const id = await start(playground);
  deployment.queue = [instance("http://10.0.0.1:8188", ["other"], [id])];
  await expect(playground.row(id)).toHaveAttribute("data-state", "pending");
  await expect(playground.row(id)).toContainText("1st in queue on 10.0.0.1:8188");
  deployment.queue = [instance("http://10.0.0.1:8188", [id])];
  await expect(playground.row(id)).toHaveAttribute("data-state", "running");
  deployment.queue = [instance("http://10.0.0.1:8188")];
  await expect(playground.row(id)).toHaveAttribute("data-state", "unknown");
  await expect(playground.result).toContainText("this deployment doesn’t report results");
  await expect(playground.result).toContainText(/Status unknown since \d/);
  await playground
    .row(id)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(playground.rows()).toHaveCount(0);
});

test("run details are not requested again from a deployment that does not offer them", async ({
  playground,
  deployment,
}) => {
  const first = await start(playground);
  await expect(playground.row(first)).toHaveAttribute("data-state", "unknown");
  const requests = () =>
    deployment.otherRequests.filter((operation) => operation.startsWith("GET /api/v1/runs/")).length;
  const before = requests();
  const second = await playground.start();
  await expect(playground.row(second)).toHaveAttribute("data-state", "unknown");
  expect(requests()).toBe(before);
});
