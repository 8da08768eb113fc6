// The panel for developers, as a person sees it.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

export class Developers {
  constructor(page) {
    this.page = page;
    this.region = page.getByRole("region", { name: "Developers" });
    this.opener = page.getByRole("button", { name: "Code", exact: true });
    this.code = this.region.getByRole("tabpanel").locator("pre");
    this.calls = this.region.getByRole("list", { name: "Recent calls" });
    this.names = this.region.getByRole("table", { name: "Fields" });
  }

  async open() {
    await this.opener.click();
    await expect(this.region).toBeVisible();
  }

  tab(name) {
    return this.region.getByRole("tab", { name, exact: true });
  }

  button(name) {
    return this.region.getByRole("button", { name, exact: true });
  }

  /** Opens the latest call with this method and path. */
  async call(method, path) {
    await this.tab("Recent calls").click();
    const call = this.calls.getByRole("listitem").filter({ hasText: method }).filter({ hasText: path }).first();
    await call.locator("summary").click();
    return { call, request: call.locator("pre").first(), response: call.locator("pre").last() };
  }

  /** The text that the button copies. */
  async copied(button) {
    await button.click();
    await expect(this.button("Copied")).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The JSON file that the button saves, and its name. */
  async saved(name) {
    const download = this.page.waitForEvent("download");
    await this.button(name).click();
    const file = await download;
    return { name: file.suggestedFilename(), json: JSON.parse(await readFile(await file.path(), "utf8")) };
  }
}
