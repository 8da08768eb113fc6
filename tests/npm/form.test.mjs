// The form of a run: every transport sends the same bytes for the same values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, startDeployment } from "./deployment.mjs";
import { forEachTransport } from "./transports.mjs";

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

/** The form that a transport sends. */
async function sent(t, transport, source) {
  const { baseUrl, requests } = await startDeployment(t);
  const send = ({ send, source }) => send("run", { values: new Function(`return ${source}`)() });
  assert.deepEqual((await transport.play(baseUrl, send, { source })).error, undefined);
  return requests[0];
}

/** The same form, made by Node's own FormData. */
async function expectedForm(source) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values(source)))
    for (const item of [value].flat()) form.append(name, item);
  const response = new Response(form);
  return withoutBoundary(await response.arrayBuffer(), response.headers.get("content-type"));
}

forEachTransport("a form with", (transport) => {
  for (const [what, source] of Object.entries(CASES)) {
    test(what, async (t) => {
      const { body, headers } = await sent(t, transport, source);
      assert.equal(withoutBoundary(body, headers["content-type"]), await expectedForm(source));
      assert.equal(Number(headers["content-length"]), body.length);
    });
  }
});

const FILE = { name: "é 1.png", type: "image/png", bytes: [0, 255, 10, 13] };
const VALUES = `{
  title: "Ünïcode\\nline", zero: 0, empty: "", no: false, ratio: 0.1, seed: 18446744073709551615n,
  photo: new File([new Uint8Array([0, 255, 10, 13])], "é 1.png", { type: "image/png" }),
  mask: new Blob(["m"], { type: "image/webp" }),
  tags: ["a", 2, new File([new Uint8Array([0, 255, 10, 13])], "é 1.png", { type: "image/png" })],
  gone: null, missing: undefined, none: [],
}`;

forEachTransport("a run", (transport) => {
  test("sends exactly the given values, in their order", async (t) => {
    assert.deepEqual((await sent(t, transport, VALUES)).parts, [
      ["title", "Ünïcode\r\nline"],
      ["zero", "0"],
      ["empty", ""],
      ["no", "false"],
      ["ratio", "0.1"],
      ["seed", "18446744073709551615"],
      ["photo", FILE],
      ["mask", { name: "blob", type: "image/webp", bytes: [109] }],
      ["tags", "a"],
      ["tags", "2"],
      ["tags", FILE],
    ]);
  });
});

forEachTransport(
  "a file without a name",
  (transport) => {
    test("has an empty one", async (t) => {
      const { body } = await sent(t, transport, `{ f: ${file(["x"], "", "image/png")} }`);
      assert.match(body.toString(), /; filename=""\r\n/);
    });
  },
  // Node's fetch leaves the name out.
  ({ name }) => name !== "an injected fetch in Node",
);

test("two forms have different, unpredictable boundaries", async (t) => {
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", {});
  await deck.run("poster", {});
  const [one, two] = requests.map(({ headers }) => headers["content-type"]);
  assert.notEqual(one, two);
});
