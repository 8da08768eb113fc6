// `flowdeck types --url`: types of the workflows of a running service.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { envelope, flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";

const execute = promisify(execFile);
const TSC = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));

const workflow = async (kind, name) => {
  const source = {
    1: { class_type: `Input${kind}`, inputs: { name, required: true } },
    2: { class_type: "SaveText", inputs: { text: ["1", 0] } },
  };
  return (await flowdeck.inputSchema(source)).schema;
};

/** A service with two workflows, one of them with an id that is no name. */
async function service(t) {
  const listing = [
    { id: "poster", name: "Poster", schema: await workflow("Text", "title") },
    { id: "slow-blur", name: "Blur", schema: await workflow("Number", "radius") },
  ];
  return startDeployment(t, { "GET /api/v1/comfy/workflows": () => envelope(listing) });
}

/** What the command prints, or how it fails. */
async function types(args, key = KEY) {
  const { FLOWDECK_API_KEY: _, ...env } = process.env;
  const options = { env: key === undefined ? env : { ...env, FLOWDECK_API_KEY: key } };
  const command = [join(PACKAGE, "bin/flowdeck.js"), "types", ...args];
  return execute(process.execPath, command, options).catch((error) => error);
}

test("the types of a service's workflows have an interface for all ids", async (t) => {
  const { baseUrl, requests } = await service(t);
  const { stdout, stderr } = await types(["--url", baseUrl]);
  assert.equal(stderr, "");
  assert.match(stdout, /export interface PosterInputs {\n[^}]*title: string;/);
  assert.match(
    stdout,
    /export interface Workflows {\n {2}poster: PosterInputs;\n {2}"slow-blur": SlowBlurInputs;\n}\n/,
  );
  assert.ok(stdout.includes(`in ${baseUrl}.`), stdout);
  assert.deepEqual(
    requests.map(({ headers }) => headers["x-api-key"]),
    [KEY],
  );
});

test("a deck with these types accepts its workflows and fields, and no others", async (t) => {
  const { baseUrl } = await service(t);
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  const { stdout } = await types(["--url", baseUrl]);
  await writeFile(join(folder, "workflows.d.ts"), stdout);
  await writeFile(
    join(folder, "app.ts"),
    `import { connect } from "flowdeck";
    import type { Workflows } from "./workflows.js";
    const deck = await connect<Workflows>();
    await deck.run("poster", { title: "Hello" });
    await deck.runAndWait("slow-blur", { radius: 3 });
    // @ts-expect-error no such workflow
    await deck.run("postr", { title: "Hello" });
    // @ts-expect-error no such field
    await deck.run("poster", { titel: "Hello" });
    // @ts-expect-error the field of another workflow
    await deck.runAndWait("slow-blur", { title: "Hello" });`,
  );
  const config = {
    compilerOptions: {
      noEmit: true,
      strict: true,
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      types: [],
      lib: ["es2022", "dom"],
      paths: { flowdeck: [join(PACKAGE, "index.d.ts")] },
    },
    files: ["app.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout: errors } = await execute(TSC, ["-p", folder]).catch((error) => error);
  assert.equal(errors, "");
});

test("a missing or wrong key, an empty service and a stopped one are explained", async (t) => {
  const { baseUrl, answers } = await service(t);
  const fails = async (why, args = ["--url", baseUrl], key = KEY) => {
    const { code, stdout, stderr } = await types(args, key);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, why);
    assert.ok(!stderr.includes("s3cret") && !/\n {4}at /.test(stderr), stderr);
  };
  await fails(/FLOWDECK_API_KEY is not set/, undefined, "");
  answers["GET /api/v1/comfy/workflows"] = () => ({ status: 403, body: envelope([]) });
  await fails(/error: reading the workflows of .*check the key/);
  answers["GET /api/v1/comfy/workflows"] = () => envelope([]);
  await fails(/it has none; deploy one first/);
  await fails(/error: reading the workflows of/, ["--url", "http://u:s3cret@127.0.0.1:1"]);
  await fails(/name a workflow file, or a service with --url/, []);
});
