// The multipart body: Node sends the same bytes as a browser does for the same values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { host, open } from "./browser.mjs";
import { deckOf, KEY, PACKAGE, startDeployment } from "./deployment.mjs";

const TEXTS = [
  "plain",
  'quo"te',
  "new\nline",
  "return\r",
  "both\r\n",
  "turned\n\r\n",
  "\r\r",
  "é ü 漢字 🎈",
  "lone \ud800 high",
  "lone \udc00 low",
  "end \ud83c",
  "back\\slash",
  "semi; colon=",
  "%22%0A",
  "'single'",
  "tab\tand\u0000nul",
  "--flowdeck",
  "<&>",
  "  spaces  ",
  "\ufeffmark",
];
const TYPES = ["", "image/png", "text/plain;charset=utf-8", "IMAGE/JPEG", "no type at all"];

// Each case is the source code of an object of values, so that a page can create the same object.
const file = (content, name, type) =>
  `new File(${JSON.stringify(content)}, ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} })`;
const IMAGE = file(["x"], "a.png", "image/png");
const FORM_TEXT = "\r\n--flowdeck\r\nContent-Disposition: form-data\r\n\r\n\n";
const CASES = {
  "no values": "{}",
  "values with special characters": JSON.stringify(Object.fromEntries(TEXTS.map((word, at) => [`f${at}`, word]))),
  "names with special characters": JSON.stringify(Object.fromEntries(TEXTS.map((word) => [word, "x"]))),
  "empty values and an empty name": '{ a: "", b: "", "": "nameless" }',
  "file names with special characters": `{ f: [${TEXTS.map((word) => file(["x"], word, "image/png"))}] }`,
  "files under names with special characters": `{ ${TEXTS.map((word) => `${JSON.stringify(word)}: ${IMAGE}`)} }`,
  "files of every type": `{ f: [${TYPES.map((type) => file(["x"], "a", type))}] }`,
  "files that look like a form": `{ f: ${file([FORM_TEXT], "a", "")} }`,
  "files without content, and blobs":
    `{ a: ${file([], "a.png", "image/png")}, b: new Blob(["b"]), ` +
    `c: [new Blob([]), "text", ${file(["\n"], "c", "")}] }`,
  "text around and between files": `{ a: "1", b: ${file(["2"], "b", "")}, c: "3", d: ${file(["4"], "d", "")}, e: "5" }`,
};

const values = (source) => new Function(`return ${source}`)();

/** A form with its boundary replaced; only `--` and `\r\n` may surround it. */
function withoutBoundary(body, type) {
  const boundary = type.match(/^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/)[1];
  return Buffer.from(body).toString("latin1").replaceAll(`--${boundary}`, "--BOUNDARY");
}

async function sentByNode(t, source) {
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", values(source));
  const [{ body, headers }] = requests;
  assert.equal(Number(headers["content-length"]), body.length);
  return withoutBoundary(body, headers["content-type"]);
}

async function madeByFetch(source) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values(source)))
    for (const item of [value].flat()) form.append(name, item);
  const response = new Response(form);
  return withoutBoundary(await response.arrayBuffer(), response.headers.get("content-type"));
}

/** The bodies that Chromium sends, by fetch and by XMLHttpRequest. */
async function sentByChromium(t, source) {
  const { baseUrl, requests } = await startDeployment(t);
  const { page } = await open(t, (await host(t, PACKAGE)).address);
  await page.evaluate(`(async () => {
    const { connect } = await import("/index.js");
    const deck = await connect({ baseUrl: "${baseUrl}", apiKey: "${KEY}" });
    await deck.run("poster", ${source});
    await deck.run("poster", ${source}, { onUploadProgress() {} });
  })()`);
  return requests.map(({ body, headers }) => withoutBoundary(body, headers["content-type"]));
}

for (const [what, source] of Object.entries(CASES)) {
  test(`${what}: Node sends the same as Chromium by fetch and by XMLHttpRequest`, async (t) => {
    const ours = await sentByNode(t, source);
    assert.deepEqual(await sentByChromium(t, source), [ours, ours]);
  });

  test(`${what}: Node sends the same as its own fetch`, async (t) => {
    assert.equal(await sentByNode(t, source), await madeByFetch(source));
  });
}

test("a file without a name has an empty one", async (t) => {
  const source = `{ f: ${file(["x"], "", "image/png")} }`;
  const ours = await sentByNode(t, source);
  assert.match(ours, /; filename=""\r\n/);
  assert.deepEqual(await sentByChromium(t, source), [ours, ours]);
});

test("two forms have different, unpredictable boundaries", async (t) => {
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", {});
  await deck.run("poster", {});
  const [one, two] = requests.map(({ headers }) => headers["content-type"]);
  assert.notEqual(one, two);
});
