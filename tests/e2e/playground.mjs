// The page as a person sees it: everything is found by its role and its accessible name.
import { expect } from "@playwright/test";

export class Playground {
  constructor(page) {
    const region = (name) => page.getByRole("region", { name, exact: true });
    this.page = page;
    this.form = region("Form");
    this.runs = region("Runs");
    this.queue = region("Queue");
    this.run = page.getByRole("button", { name: "Run", exact: true });
    this.runAnyway = page.getByRole("button", { name: "Run anyway" });
    this.openWorkflow = page.getByLabel("Open workflow");
    this.key = page.getByLabel("Key", { exact: true });
    this.connect = page.getByRole("button", { name: "Connect", exact: true });
    this.state = page.getByRole("banner").getByRole("status");
    this.result = region("Result");
    this.images = this.result.getByRole("img");
    this.comparison = this.result.getByRole("article", { name: "Comparison" });
    /** What is in progress, unless the stage shows it. */
    this.followed = this.runs.getByRole("group", { name: "In progress" });
    /** The offer to undo the last action. */
    this.undo = page.getByRole("status").getByRole("button", { name: "Undo" });
    this.findRuns = this.runs.getByRole("searchbox", { name: "Find runs" });
    this.filterRuns = this.runs.getByRole("combobox", { name: "Filter runs by state" });
  }

  async open(link) {
    await this.page.goto(link);
  }

  /** Reloads the page, which keeps the key, and waits until it is connected again. */
  async reload() {
    await this.page.reload();
    await this.connected();
  }

  async connected() {
    await expect(this.state).toHaveText("connected");
  }

  /** Enters a deployment in the connection panel and connects to it. */
  async connectTo(address, key = "some-key") {
    const panel = this.page.getByRole("button", { name: "Connection" });
    // Without a key, the page opens the panel itself.
    await expect(async () => {
      if ((await panel.getAttribute("aria-expanded")) !== "true") await panel.click();
      await expect(this.key).toBeVisible({ timeout: 1000 });
    }).toPass();
    const field = this.page.getByLabel("Deployment", { exact: true });
    if (!(await field.isVisible())) await this.page.getByText("Another deployment").click();
    await field.fill(address);
    await this.key.fill(key);
    await this.connect.click();
  }

  /** The connection panel's advice about an address that does not work. */
  get advice() {
    return this.page.getByRole("region", { name: "Connection" }).getByRole("status");
  }

  /** Chooses a listed workflow by its name. */
  async choose(name) {
    await this.openPicker();
    await this.workflow(name).click();
    await expect(this.run).toBeVisible();
  }

  /** Opens the list of workflows, which is open until one is chosen. */
  async openPicker() {
    const form = this.page.locator(".page:not(.first) .form");
    const list = this.page.locator(".picker-content");
    await expect(form.or(list).first()).toBeVisible();
    if (!(await list.isVisible())) await this.picker.click();
    await expect(list).toBeVisible();
  }

  /** The name of the chosen workflow, which opens the list. */
  get picker() {
    return this.page.locator("#picker-title");
  }

  /** Opens the step that deploys an opened file, and returns the input for its ID. */
  async deployAs() {
    const button = (name) => this.form.getByRole("button", { name, exact: true });
    const [done, deploy] = [button("Done choosing"), button("Deploy…")];
    await expect(done.or(deploy)).toBeVisible();
    if (await done.isVisible()) await done.click();
    await deploy.click();
    return this.text("Deploy as");
  }

  /** A listed workflow: its name, whether it is ready, and why not. */
  workflow(name) {
    const list = this.page.locator(".picker-list");
    return list.getByRole("button").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Opens a manual form for this workflow ID. */
  async openManualForm(workflowId) {
    await this.openPicker();
    await this.form.getByRole("button", { name: "Form by workflow ID" }).click();
    if (workflowId) await this.text("Workflow ID").fill(workflowId);
  }

  /** Adds a field to a manual form. */
  async addField(name, type) {
    await this.text("Field name").fill(name);
    if (type) await this.choice("Type").selectOption(type);
    await this.form.getByRole("button", { name: "Add", exact: true }).click();
  }

  /** Opens the page of all runs, with search and filters. */
  async browse() {
    await this.runs.getByRole("button", { name: "All runs" }).click();
  }

  /** Opens or closes the queue. */
  get queueButton() {
    return this.page.getByRole("banner").locator("[aria-controls=region-queue]");
  }

  /** Chooses the page's language. */
  async language(tag) {
    await this.openSettings();
    await this.page.locator("select.language").selectOption(tag);
    await this.page.keyboard.press("Escape");
  }

  async openSettings() {
    await this.page.getByRole("banner").locator("[popovertarget]").click();
  }

  /** Chooses for how long the key is remembered. */
  async rememberKey(choice) {
    await this.page.getByRole("combobox", { name: "Remember key" }).selectOption(choice);
  }

  async theme(name) {
    await this.openSettings();
    await this.page.getByRole("button", { name: `${name} theme`, exact: true }).click();
  }

  /** Presses Tab until the control is focused. */
  async tabTo(control) {
    for (let step = 0; step < 80; step += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`80 presses of Tab did not focus ${control}`);
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

  /** Varies a field. */
  async vary(label) {
    await this.form.getByRole("button", { name: `Vary ${label}`, exact: true }).click();
  }

  /** The list of a varied field's values. */
  values(label) {
    return this.text(`Values of ${label}, one per line`);
  }

  /** The preview of a chosen image. */
  get preview() {
    return this.form.locator("img");
  }

  /** Drops a file on a field, as a drag from the desktop does. */
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

  /** The tiles of runs, newest first, and those in the contact sheet: all of them, or those in one state. */
  rows(state) {
    return this.page.locator(state ? `[data-run-id][data-state="${state}"]` : "[data-run-id]");
  }

  /** The tile of one run. */
  row(id) {
    return this.page.locator(`[data-run-id="${id}"]`);
  }

  /** Presses one of the result's actions, which may be in its menu. */
  async act(name) {
    const action = this.result.getByRole("button", { name, exact: true });
    const menu = this.result.locator(".more").filter({ has: this.page.locator("button", { hasText: name }) });
    if ((await menu.count()) > 0 && !(await action.isVisible())) await menu.locator("summary").click();
    await action.click();
  }

  async cancel(id) {
    await this.row(id).getByRole("button", { name: "Cancel" }).click();
  }

  /** The button that shows the result of a run, named by all that it contains. */
  showButton(id) {
    return this.row(id).getByRole("button").first();
  }

  /** Shows the result of a run. */
  async show(id) {
    await this.showButton(id).click();
  }

  /** One output of the shown run, by its file name. */
  output(name) {
    return this.result.getByRole("figure").filter({ hasText: name });
  }

  /** Presses Run and returns the ID of the run. */
  async start() {
    const response = this.page.waitForResponse((response) => isSubmission(response.request()));
    await this.run.click();
    const [entry] = (await (await response).json()).data;
    await expect(this.row(entry.run_id)).toBeVisible();
    return entry.run_id;
  }

  /** Waits until a run is in its last state. */
  async waitForRun(id, state = "completed") {
    await expect(this.row(id)).toHaveAttribute("data-state", state);
  }

  /** The engine instances in the queue. */
  get instances() {
    return this.queue.getByRole("article");
  }

  /** Waits until an instance shows this many running and pending tasks. */
  async showsTasks(instance, running, pending) {
    await expect(instance).toHaveAttribute("data-running", String(running));
    await expect(instance).toHaveAttribute("data-pending", String(pending));
  }

  /** Collects the submissions that the page sends from now on. */
  submissions() {
    const sent = [];
    this.page.on("request", (request) => {
      if (isSubmission(request)) sent.push(request);
    });
    return sent;
  }

  /** The control is invalid, and its accessible description contains the message. */
  async showsError(control, message) {
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

  /** The page is as high as its window, and each part that scrolls contains what is positioned in it. */
  async fillsWindow() {
    const found = await this.page.evaluate(() => {
      // Wherever it was scrolled to.
      window.scrollTo(0, 1000);
      const heights = [document.scrollingElement, document.body].map((place) => place.scrollHeight);
      const scrolls = (element) => {
        const { overflowX, overflowY, position, display } = getComputedStyle(element);
        const isScroller = [overflowX, overflowY].some((overflow) => ["auto", "scroll"].includes(overflow));
        return isScroller && position === "static" && display !== "none" && !element.matches("textarea, select, input");
      };
      const open = [...document.querySelectorAll("body *")].filter(scrolls).map((element) => element.className);
      return { heights, scrolled: [window.scrollY, document.body.scrollTop], open, height: window.innerHeight };
    });
    expect(found.heights, "the page does not scroll").toEqual([found.height, found.height]);
    expect(found.scrolled).toEqual([0, 0]);
    expect(found.open, "scrollers that do not contain what is positioned in them").toEqual([]);
  }

  /** The key is only where the page stores keys: not in the address, in other stored data or in the document. */
  async hidesKey(key) {
    const traces = await this.page.evaluate(() => ({
      address: location.href,
      document: document.documentElement.outerHTML,
      cookies: document.cookie,
      stored: JSON.stringify([localStorage, sessionStorage].map((store) => ({ ...store, "flowdeck.keys": "" }))),
    }));
    for (const [place, text] of Object.entries(traces)) expect(text, `the key is not in: ${place}`).not.toContain(key);
  }

  /** The key is stored nowhere. */
  async forgetsKey(key) {
    await this.hidesKey(key);
    expect(await this.storedKeys("localStorage")).not.toContain(key);
    expect(await this.storedKeys("sessionStorage")).not.toContain(key);
  }

  /** The keys in one of the browser's stores, as JSON. */
  async storedKeys(store) {
    return this.page.evaluate((store) => globalThis[store].getItem("flowdeck.keys") ?? "", store);
  }
}

function isSubmission(request) {
  return request.method() === "POST" && new URL(request.url()).pathname.endsWith("/api/v1/runs");
}
