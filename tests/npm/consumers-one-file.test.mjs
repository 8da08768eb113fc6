// Apps that esbuild bundles into one file, in Chromium. The schema part is most of the package, so that a
// bundle contains it only if the app imports a schema function or `flowdeck/inline`.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { host, open } from "./browser.mjs";
import { flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";

const { default: schemaText } = await import(pathToFileURL(join(PACKAGE, "pkg/schema.inline.js")).href);
const { schema } = await flowdeck.inputSchema({
  1: { class_type: "InputText", inputs: { name: "title", required: true } },
  2: { class_type: "SaveText", inputs: { text: ["1", 0] } },
});

const CONNECT = 'import { connect } from "flowdeck";';
const CHECK = "globalThis.check = checkValues;";
const START = `globalThis.start = async (baseUrl, values, options) => {
  const deck = await connect({ baseUrl, apiKey: "${KEY}" });
  try {
    const { runId } = await deck.run("poster", values, options);
    return [runId, (await deck.queue()).instances];
  } catch ({ name, message, url, items }) {
    return { name, message, url, items };
  }
};`;

/** Bundles an app into a page's script; returns the page's folder, the script and its modules of the schema part. */
async function bundle(t, app, options) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules"));
  await symlink(PACKAGE, join(folder, "node_modules/flowdeck"), "dir");
  const { metafile } = await build({
    stdin: { contents: app, resolveDir: folder },
    outfile: join(folder, "main.js"),
    bundle: true,
    metafile: true,
    logLevel: "error",
    ...options,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const schemaModules = Object.keys(inputs).filter((path) => path.includes("/pkg/schema"));
  return { folder, code: await readFile(join(folder, "main.js"), "utf8"), schemaModules: schemaModules.length };
}

/** Opens a page with the script, and a deployment for it. */
async function openApp(t, folder, format) {
  const deployed = await startDeployment(t);
  const { address } = await host(t, folder);
  const { page } = await open(t, address);
  await page.addScriptTag({ url: "/main.js", type: format === "esm" ? "module" : "text/javascript" });
  const start = (values, options) =>
    page.evaluate((given) => globalThis.start(...given), [deployed.baseUrl, values, options]);
  return { ...deployed, address, page, start };
}

for (const format of ["esm", "iife"]) {
  describe(`one file in the format ${format}`, () => {
    test("leaves the schema part out of an app that only makes calls", async (t) => {
      const { folder, code, schemaModules } = await bundle(t, CONNECT + START, { format, minify: true });
      assert.deepEqual([code.includes(schemaText), schemaModules], [false, 0]);
      const { start } = await openApp(t, folder, format);
      assert.deepEqual(await start({ title: "Hello" }), ["run-1", []]);
    });

    test("contains the schema part if the app imports a schema function, for runs too", async (t) => {
      const app = `import { checkValues, connect } from "flowdeck"; ${START} ${CHECK}`;
      const { folder, code, schemaModules } = await bundle(t, app, { format, minify: true });
      assert.deepEqual([code.includes(schemaText), schemaModules], [true, 2]);
      const { start, page, requests } = await openApp(t, folder, format);
      const { name, items } = await start({}, { schema });
      assert.deepEqual([name, requests.length], ["ValidationError", 0]);
      assert.deepEqual(await page.evaluate((schema) => globalThis.check(schema, {}), schema), items);
      assert.deepEqual(await start({ title: "Hello" }, { schema }), ["run-1", []]);
    });

    test("says what to do if a run needs the schema part and the bundle lacks it", async (t) => {
      const { folder } = await bundle(t, CONNECT + START, { format });
      const { start, address, requests } = await openApp(t, folder, format);
      const url = `${address}pkg/schema.js`;
      for (const options of [{ schema }, { additional: { note: "text" } }]) {
        const { name, message, url: requested } = await start({ title: "Hello" }, options);
        assert.deepEqual([name, requested], ["NetworkError", url]);
        assert.equal(
          message,
          "loading flowdeck's WebAssembly: this bundle lacks the schema part; import connect from " +
            `"flowdeck/inline", which contains it, or serve pkg/schema.js and pkg/schema_bg.wasm (GET ${url})`,
        );
      }
      assert.deepEqual(requests, []);
    });

    test("loads the schema part from files next to the bundle", async (t) => {
      const { folder } = await bundle(t, CONNECT + START, { format });
      for (const file of ["pkg/schema.js", "pkg/schema_bg.wasm"]) await cp(join(PACKAGE, file), join(folder, file));
      const { start } = await openApp(t, folder, format);
      assert.equal((await start({}, { schema })).name, "ValidationError");
      assert.deepEqual(await start({ title: "Hello" }, { schema }), ["run-1", []]);
    });

    for (const [name, imports] of Object.entries({
      "connect from flowdeck/inline": 'import { connect } from "flowdeck/inline";',
      "checkValues from flowdeck/inline": `${CONNECT} import { checkValues } from "flowdeck/inline"; ${CHECK}`,
      "flowdeck/inline before flowdeck": `import { checkValues } from "flowdeck/inline"; ${CHECK} ${CONNECT}`,
    })) {
      test(`contains the schema part if the app imports ${name}`, async (t) => {
        const { folder } = await bundle(t, imports + START, { format });
        const { start } = await openApp(t, folder, format);
        assert.equal((await start({}, { schema })).name, "ValidationError");
        assert.deepEqual(await start({ title: "Hello" }, { schema }), ["run-1", []]);
      });
    }
  });
}
