// The page as a person meets it: everything is found by its role and its accessible name.
import { expect } from "@playwright/test";

export class Playground {
  constructor(page) {
    const region = (name) => page.getByRole("region", { name, exact: true });
    this.page = page;
    this.form = region("Form");
    this.runs = region("Runs");
    this.queue = region("Queue");
    this.run = page.getByRole("button", { name: "Run", exact: true });
    this.sendAnyway = page.getByRole("button", { name: "Send anyway" });
    this.openWorkflow = page.getByLabel("Open workflow");
    this.key = page.getByLabel("Key", { exact: true });
    this.connect = page.getByRole("button", { name: "Connect", exact: true });
    this.state = page.getByRole("banner").getByRole("status");
    this.pictures = this.runs.getByRole("img");
    this.result = this.runs.getByRole("article", { name: "Result" });
    this.findRuns = this.runs.getByRole("searchbox", { name: "Find runs" });
    this.filterRuns = this.runs.getByRole("combobox", { name: "Show runs by state" });
  }

  async open(link) {
    await this.page.goto(link);
  }

  async connected() {
    await expect(this.state).toHaveText("connected");
  }

  /** Chooses a workflow that the deployment lists, by the name it is listed under. */
  async choose(name) {
    await this.workflow(name).click();
    await expect(this.run).toBeVisible();
  }

  /** A listed workflow: its name, whether it is ready, and why not. */
  workflow(name) {
    const list = this.page.getByRole("list", { name: "Workflows" });
    return list.getByRole("button").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** On a narrow window: what shows a region. */
  tab(name) {
    return this.page.getByRole("tab", { name });
  }

  /** Says for how long the key is kept. */
  async keepKey(choice) {
    await this.page.getByRole("combobox", { name: "Keep the key" }).selectOption(choice);
  }

  async theme(name) {
    await this.page.getByRole("button", { name: `${name} theme`, exact: true }).click();
  }

  text(label) {
    return this.form.getByRole("textbox", { name: label, exact: true });
  }

  slider(label) {
    return this.form.getByRole("slider", { name: label, exact: true });
  }

  toggle(label) {
    return this.form.getByRole("switch", { name: label, exact: true });
  }

  choice(label) {
    return this.form.getByRole("combobox", { name: label, exact: true });
  }

  file(label) {
    return this.form.getByLabel(label, { exact: true });
  }

  /** The chosen picture, shown before it is sent; its name stands beside it. */
  get preview() {
    return this.form.locator("img");
  }

  /** Lets a file fall on a field, as a drag from the desktop does. */
  async drop(field, { name, mimeType, buffer }) {
    const dataTransfer = await this.page.evaluateHandle(
      ({ name, mimeType, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name, { type: mimeType }));
        return transfer;
      },
      { name, mimeType, base64: buffer.toString("base64") },
    );
    for (const event of ["dragenter", "dragover", "drop"]) await field.dispatchEvent(event, { dataTransfer });
  }

  /** The runs, the newest first, or those in one state. */
  rows(state) {
    return this.runs.locator(state ? `[data-run-id][data-state="${state}"]` : "[data-run-id]");
  }

  /** The row of one run, wherever it stands. */
  row(id) {
    return this.runs.locator(`[data-run-id="${id}"]`);
  }

  async cancel(id) {
    await this.row(id).getByRole("button", { name: "Cancel", exact: true }).click();
  }

  /** Shows the result of a run large. */
  async show(id) {
    await this.row(id).getByRole("button", { name: /^Show/ }).click();
  }

  /** One output of the run that is shown, by its file's name. */
  output(name) {
    return this.runs.getByRole("figure").filter({ hasText: name });
  }

  /** Presses Run and gives the id under which the service took the run. */
  async start() {
    const answer = this.page.waitForResponse((response) => isSubmission(response.request()));
    await this.run.click();
    const [entry] = (await (await answer).json()).data;
    await expect(this.row(entry.run_id)).toBeVisible();
    return entry.run_id;
  }

  async ends(id, state = "completed") {
    await expect(this.row(id)).toHaveAttribute("data-state", state, { timeout: 45_000 });
  }

  /** The engine instances that the queue shows. */
  get instances() {
    return this.queue.getByRole("article");
  }

  /** Waits until an instance runs and keeps waiting as many as these. */
  async busy(instance, running, pending) {
    await expect(instance).toHaveAttribute("data-running", String(running));
    await expect(instance).toHaveAttribute("data-pending", String(pending));
  }

  /** Counts the submissions that leave the page from here on. */
  submissions() {
    const sent = [];
    this.page.on("request", (request) => {
      if (isSubmission(request)) sent.push(request);
    });
    return sent;
  }

  /** The message at a control is said to those who do not see it, too. */
  async refuses(control, message) {
    await expect(control).toHaveAttribute("aria-invalid", "true");
    await expect(control).toHaveAccessibleDescription(message);
  }

  /** The page is no wider than its window. */
  async fitsWidth() {
    const [content, window] = await this.page.evaluate(() => [
      document.scrollingElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(content, "nothing is wider than the window").toBeLessThanOrEqual(window);
  }

  /** The key is neither in the address, nor in what is stored, nor in the document. */
  async hides(key, { stored = false } = {}) {
    const traces = await this.page.evaluate(() => ({
      address: location.href,
      document: document.documentElement.outerHTML,
      cookies: document.cookie,
      stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    }));
    if (stored) delete traces.stored;
    for (const [place, text] of Object.entries(traces)) expect(text, `the key is not in: ${place}`).not.toContain(key);
  }
}

function isSubmission(request) {
  return request.method() === "POST" && new URL(request.url()).pathname.endsWith("/api/v1/runs");
}
