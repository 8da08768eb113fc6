// Forms and redirects where the platform's fetch differs from a browser's.
import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { envelope, KEY, OPERATIONS, PACKAGE, startDeployment } from "./deployment.mjs";
import { replace } from "./globals.mjs";

/** A deck of the package for browsers, which finds out how the globals are when it is imported. */
async function deckHere(t, options = {}, answers = {}) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await cp(PACKAGE, folder, { recursive: true });
  const { connect } = await import(pathToFileURL(join(folder, "static.js")).href);
  const there = await startDeployment(t, answers);
  return { ...there, deck: await connect({ baseUrl: there.baseUrl, apiKey: KEY, ...options }) };
}

/** Like jsdom's: a form and files that Node's fetch cannot send. */
function replaceForms(t) {
  const NativeBlob = Blob;
  class JsdomBlob {
    #own;
    constructor(parts, { type = "" } = {}) {
      this.#own = new NativeBlob(parts, { type });
      this.type = type;
      this.name = "photo.png";
    }
    arrayBuffer() {
      return this.#own.arrayBuffer();
    }
  }
  replace(t, "Blob", JsdomBlob);
  replace(t, "FormData", class {});
}

for (const [whose, options] of Object.entries({
  "the platform's fetch": {},
  "the caller's fetch": { fetch: (url, init) => fetch(url, init) },
})) {
  test(`${whose} sends the texts and files of a form that is not its own`, async (t) => {
    replaceForms(t);
    const { deck, requests } = await deckHere(t, options);
    await deck.run("poster", { title: "Hi", photo: new Blob([Uint8Array.of(1, 2)], { type: "image/png" }) });
    assert.deepEqual(requests[0].parts, [
      ["title", "Hi"],
      ["photo", { name: "photo.png", type: "image/png", bytes: [1, 2] }],
    ]);
  });

  test(`${whose} follows no redirect and stores nothing, whatever options it has`, async (t) => {
    const NativeRequest = Request;
    class WorkersRequest extends NativeRequest {
      constructor(url, init) {
        if (init?.redirect === "error" || init?.cache) throw new TypeError("not implemented");
        super(url, init);
      }
    }
    replace(t, "Request", WorkersRequest);
    const nativeFetch = fetch;
    replace(t, "fetch", (url, init) => nativeFetch(new WorkersRequest(url, init)));
    const redirect = () => ({ status: 302, headers: { location: "/elsewhere" }, body: "" });
    const { deck, requests } = await deckHere(t, options, { [OPERATIONS.queue]: [() => envelope([]), redirect] });
    assert.deepEqual((await deck.queue()).instances, []);
    await assert.rejects(deck.queue(), { name: "NetworkError", message: /it redirected/ });
    assert(requests.every(({ path }) => path !== "/elsewhere"));
  });
}
