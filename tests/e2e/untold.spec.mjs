// A deployment that speaks only the contract: what is known of a run is what its queue shows.
import { instance } from "./contract.mjs";
import { contractTest, expect } from "./test.mjs";

const test = contractTest.extend({
  contract: async ({ contract }, use) => {
    contract.queue = [instance("http://10.0.0.1:8188")];
    await use(contract);
  },
});

/** Runs a workflow whose fields are named by hand. */
async function start(page, playground) {
  await page.getByRole("button", { name: "By hand" }).click();
  await playground.text("Workflow id").fill("portrait");
  return playground.start();
}

test("a run goes through its states by the queue alone, to “unknown since”", async ({ page, playground, contract }) => {
  const id = await start(page, playground);
  contract.queue = [instance("http://10.0.0.1:8188", ["other"], [id])];
  await expect(playground.row(id)).toHaveAttribute("data-state", "pending");
  await expect(playground.row(id)).toContainText("1st in line on 10.0.0.1:8188");
  contract.queue = [instance("http://10.0.0.1:8188", [id])];
  await expect(playground.row(id)).toHaveAttribute("data-state", "running");
  contract.queue = [instance("http://10.0.0.1:8188")];
  await expect(playground.row(id)).toHaveAttribute("data-state", "unknown");
  await expect(playground.result).toContainText("this deployment does not tell how it ended");
  await expect(playground.result).toContainText(/Not known since \d/);
});

test("a deployment that tells nothing of a run is not asked for every run", async ({ page, playground, contract }) => {
  const first = await start(page, playground);
  await expect(playground.row(first)).toHaveAttribute("data-state", "unknown");
  const asked = () => contract.strange.filter((operation) => operation.startsWith("GET /api/v1/runs/")).length;
  const before = asked();
  const second = await playground.start();
  await expect(playground.row(second)).toHaveAttribute("data-state", "unknown");
  expect(asked()).toBe(before);
});

test("a run of which nobody knows more can be removed", async ({ page, playground }) => {
  const id = await start(page, playground);
  await expect(playground.row(id)).toHaveAttribute("data-state", "unknown");
  await playground
    .row(id)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(playground.rows()).toHaveCount(0);
});
