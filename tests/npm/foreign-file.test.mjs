// Files that are not the platform's own: those of jsdom, of a library or of another window. They are read before
// anything is sent.
import assert from "node:assert/strict";
import { Blob as NodeBlob } from "node:buffer";
import { describe, test } from "node:test";
import { host, open } from "./browser.mjs";
import { deckOf, flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";
import { replace } from "./globals.mjs";

const PNG = [137, 80, 78, 71, 13, 10, 26, 10];
const RECEIVED = ["photo", { name: "photo.png", type: "image/png", bytes: PNG }];

const { schema } = await flowdeck.inputSchema({
  1: { class_type: "InputImage", inputs: { name: "photo", required: true } },
  2: { class_type: "SaveImage", inputs: { images: ["1", 0] } },
});

/** A file like that of a library: `methods` are those that read it. */
function foreign(methods) {
  const file = { name: "photo.png", type: "image/png", size: PNG.length, [Symbol.toStringTag]: "File" };
  return Object.assign(file, methods);
}

/** Like jsdom's. */
class FileReader {
  onload = () => {};

  readAsArrayBuffer(file) {
    this.result = Uint8Array.from(file.bytes).buffer;
    queueMicrotask(() => this.onload());
  }
}

const withArrayBuffer = () => foreign({ arrayBuffer: async () => Uint8Array.from(PNG).buffer });

for (const options of [{}, { schema }]) {
  describe(options.schema ? "in a run that is checked" : "in a run", () => {
    test("a file of a library arrives byte for byte", async (t) => {
      const { deck, requests } = await deckOf(t);
      await deck.run("poster", { photo: withArrayBuffer() }, options);
      assert.deepEqual(requests[0].parts, [RECEIVED]);
    });

    test("a file of jsdom is read by its FileReader", async (t) => {
      replace(t, "FileReader", FileReader);
      const { deck, requests } = await deckOf(t);
      await deck.run("poster", { photo: foreign({ bytes: PNG }) }, options);
      assert.deepEqual(requests[0].parts, [RECEIVED]);
    });

    test("Node's own file arrives where jsdom has replaced the global class", async (t) => {
      const photo = new File([Uint8Array.from(PNG)], "photo.png", { type: "image/png" });
      replace(t, "Blob", class {});
      const { deck, requests } = await deckOf(t);
      await deck.run("poster", { photo }, options);
      const [{ body }] = requests;
      assert(body.includes(Buffer.from(PNG)) && body.includes('filename="photo.png"\r\nContent-Type: image/png'));
    });

    test("a file that cannot be read is an error before anything is sent", async (t) => {
      const { deck, requests } = await deckOf(t);
      await assert.rejects(deck.run("poster", { photo: foreign({}) }, options), {
        name: "UsageError",
        message:
          "reading the values of a run: “photo” is a file of another window or library: it cannot be read, because " +
          "it has no arrayBuffer(); give new File([bytes], name, { type })",
      });
      assert.deepEqual(requests, []);
    });
  });
}

test("a workflow is read from a file of a library", async () => {
  const file = foreign({ arrayBuffer: () => new NodeBlob([JSON.stringify(schema)]).arrayBuffer() });
  const reading = await flowdeck.inputSchema(file);
  assert.deepEqual(reading.schema, schema);
});

for (const checked of [false, true]) {
  test(`a file of a frame arrives byte for byte${checked ? " in a run that is checked" : ""}`, async (t) => {
    const { baseUrl, requests } = await startDeployment(t);
    const { page } = await open(t, (await host(t, PACKAGE)).address);
    const given = { baseUrl, apiKey: KEY, bytes: PNG, options: checked ? { schema } : {} };
    await page.evaluate(async ({ baseUrl, apiKey, bytes, options }) => {
      const { connect } = await import("/index.js");
      const { contentWindow } = document.body.appendChild(document.createElement("iframe"));
      const FrameFile = /** @type {typeof globalThis} */ (/** @type {unknown} */ (contentWindow)).File;
      const photo = new FrameFile([Uint8Array.from(bytes)], "photo.png", { type: "image/png" });
      await (await connect({ baseUrl, apiKey })).run("poster", { photo }, options);
    }, given);
    assert.deepEqual(requests[0].parts, [RECEIVED]);
  });
}
