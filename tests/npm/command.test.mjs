// The command `flowdeck` of the package: what it hands to the program, and what it does without one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { PACKAGE } from "./deployment.mjs";
import { ended, install, PLATFORM_PACKAGE, PROGRAM, run } from "./installed-command.mjs";

const TYPES_HELP = /^flowdeck types FILE/;

describe("with the program", () => {
  for (const args of [[], ["typo"], ["serve", "--typo"], ["--version"], ["serve", "--help"], ["check", "none.json"]]) {
    test(`flowdeck ${args.join(" ")} prints and returns what the program does`, async (t) => {
      const folder = await install(t, { program: PROGRAM });
      assert.deepEqual(await run(folder, args), await ended(spawn(PROGRAM, args, { cwd: folder })));
    });
  }

  for (const args of [["--help"], ["-h"], ["help"]]) {
    test(`flowdeck ${args} shows the help of the program, and that there is types`, async (t) => {
      const { stdout, stderr, code } = await run(await install(t, { program: PROGRAM }), args);
      const own = await ended(spawn(PROGRAM, args));
      assert.equal(stdout.slice(0, own.stdout.length), own.stdout);
      assert.match(stdout.slice(own.stdout.length), /^\nThe npm package adds a command:\n {2}types {6}Write/);
      assert.deepEqual([stderr, code], ["", 0]);
    });
  }

  test("types does not start the program", async (t) => {
    const folder = await install(t, { script: "process.exit(9)" });
    for (const args of [
      ["types", "--help"],
      ["help", "types"],
    ]) {
      const { stdout, code } = await run(folder, args);
      assert.match(stdout, TYPES_HELP);
      assert.equal(code, 0);
    }
  });

  test("the program gets every argument, the standard input and both outputs", async (t) => {
    const script = 'console.error(JSON.stringify(process.argv.slice(2))); process.stdin.pipe(process.stdout, "end")';
    const folder = await install(t, { script });
    const args = ["serve", "--name", "two words", "", "$HOME", "--", "types"];
    const { stdout, stderr, code } = await run(folder, args, "from the input\n");
    assert.deepEqual([stdout, JSON.parse(stderr), code], ["from the input\n", args, 0]);
  });

  test("the exit code is the program's", async (t) => {
    const folder = await install(t, { script: "process.exit(Number(process.argv[2]))" });
    for (const code of [0, 1, 2, 77, 255]) assert.equal((await run(folder, [String(code)])).code, code);
  });

  test("a program that cannot be started is an error with a remedy", async (t) => {
    const folder = await install(t, { script: "" });
    await chmod(join(folder, "node_modules", PLATFORM_PACKAGE, "bin/flowdeck"), 0o644);
    const { stderr, code } = await run(folder, ["serve"]);
    assert.match(stderr, /^error: starting .*flowdeck: EACCES; install flowdeck again\n$/);
    assert.equal(code, 1);
  });
});

describe("without the program", () => {
  const REINSTALL = new RegExp(`${PLATFORM_PACKAGE} [\\d.]+ is not installed; install flowdeck .* --include=optional`);

  for (const args of [[], ["serve"], ["typo"], ["--typo"]]) {
    test(`flowdeck ${args} says what is missing and what to do`, async (t) => {
      const { stdout, stderr, code } = await run(await install(t), args);
      assert.match(stderr, /^error: starting flowdeck: the package /);
      assert.match(stderr, REINSTALL);
      assert.deepEqual([stdout, code], ["", 1]);
    });
  }

  test("the error on another platform names those that have a program", async (t) => {
    const optional = ["@flowdeck/plan9-x64", "@flowdeck/plan9-arm64"];
    const { stderr, code } = await run(await install(t, { optional }), ["serve"]);
    assert.match(stderr, /there is no program for \S+, only for plan9-x64, plan9-arm64; build it from source\n$/);
    assert.equal(code, 1);
  });

  test("the error of the client that a service serves says that it has no program", async () => {
    const { stderr, code } = await ended(spawn(process.execPath, [join(PACKAGE, "bin/flowdeck.js"), "serve"]));
    assert.match(stderr, /^error: starting flowdeck: this copy of the package has only the client; install flowdeck/);
    assert.equal(code, 1);
  });

  test("the help explains types, and says why the rest is missing", async (t) => {
    const { stdout, stderr, code } = await run(await install(t), ["--help"]);
    assert.match(stdout, TYPES_HELP);
    assert.match(stderr, REINSTALL);
    assert.equal(code, 0);
  });

  test("--version prints the package's version", async (t) => {
    const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
    assert.equal((await run(await install(t), ["--version"])).stdout, `flowdeck ${version}\n`);
  });

  test("types works", async (t) => {
    const folder = await install(t);
    const workflow = { 1: { class_type: "InputText", inputs: { name: "title" } } };
    await writeFile(join(folder, "poster.json"), JSON.stringify(workflow));
    const { stdout, code } = await run(folder, ["types", "poster.json"]);
    assert.match(stdout, /^export interface PosterInputs \{$/m);
    assert.equal(code, 0);
  });
});

test("only types loads the client and its WebAssembly", async (t) => {
  const folder = await install(t, { script: "process.exit(7)" });
  await Promise.all(
    ["node.js", "pkg"].map((name) => rm(join(folder, "node_modules/flowdeck", name), { recursive: true })),
  );
  assert.equal((await run(folder, ["serve"])).code, 7);
});
