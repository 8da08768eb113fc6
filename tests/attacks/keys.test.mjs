// Holders of limited keys who want more: floods, the runs of others, odd names, and keys that have ended.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { KEY, Program } from "./program.mjs";

const KEYS = "/api/v1/comfy/keys";
const ENGINES = "/api/v1/comfy/engines";

/** @type {Program} */
let program;
before(async () => {
  program = await Program.start();
  await program.connected();
});
after(() => program.stop());

const as = (key, path, options = {}) => program.fetch(path, { ...options, headers: { "X-API-KEY": key } });

const send = (method, path, body) =>
  program.fetch(path, {
    method,
    body: body && JSON.stringify(body),
    headers: body && { "Content-Type": "application/json" },
  });

/** Makes a key with these terms. */
async function made(terms) {
  const response = await send("POST", KEYS, terms);
  assert.equal(response.status, 200);
  return (await response.json()).data.key;
}

function quote() {
  const body = new FormData();
  body.append("quote", "Still waters run deep.");
  body.append("author", "Proverb");
  return body;
}

const submission = (key) => as(key, "/api/v1/runs?workflow_id=quote-card", { method: "POST", body: quote() });

test("a flood by one key is refused, and others are served meanwhile", async () => {
  const flooding = await made({ name: "flood", limit: "5/min", per_day: 100 });
  const other = await made({ name: "calm" });
  const statuses = new Map();
  const count = ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const flood = Array.from({ length: 20 }, async () => {
    for (let sent = 0; sent < 50; sent += 1) count(await submission(flooding));
  });
  for (let read = 0; read < 20; read += 1) {
    assert.equal((await as(other, "/api/v1/runs")).status, 200);
    assert.equal((await as(KEY, "/api/v1/comfy/queue")).status, 200);
  }
  await Promise.all(flood);
  const unexpected = [...statuses.keys()].filter((status) => ![200, 422, 429].includes(status));
  assert.deepEqual(unexpected, []);
  assert.ok(statuses.get(429) > 900, `${[...statuses]}`);
});

test("neither the runs of another key nor those of a group can be deleted", async () => {
  const thief = await made({ name: "thief" });
  const target = "/api/v1/runs?workflow_id=quote-card&group_id=ours";
  const started = await program.fetch(target, { method: "POST", body: quote() });
  assert.equal(started.status, 200, await started.clone().text());
  const run = (await started.json()).data[0].run_id;
  await program.ended(run);
  for (const path of [`/api/v1/runs/${run}`, `/api/v1/runs/${run.toUpperCase()}`, `/api/v1/runs/x%2F..%2F${run}`])
    assert.equal((await as(thief, path, { method: "DELETE" })).status, 404, path);
  for (const group of ["ours", "%25", "' OR 1=1 --"]) {
    const deleted = await as(thief, `/api/v1/runs?group_id=${encodeURIComponent(group)}`, { method: "DELETE" });
    assert.equal((await deleted.json()).data.removed, 0, group);
  }
  assert.equal((await as(KEY, `/api/v1/runs/${run}`)).status, 200);
});

test("names that are paths, markup or none at all make no key", async () => {
  const names = [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a%2Fb",
    "a b",
    "first key",
    "a\u0000b",
    "a\nb",
    "ключ",
    "<b>",
    "a".repeat(65),
  ];
  for (const name of [...names, null, 7, ["a"], { a: 1 }]) {
    const response = await send("POST", KEYS, { name });
    assert.equal(response.status, 422, JSON.stringify(name));
  }
  for (const name of names.filter(Boolean))
    for (const [method, end] of Object.entries({ PATCH: "", DELETE: "", POST: "/regenerate" })) {
      const response = await send(
        method,
        `${KEYS}/${encodeURIComponent(name)}${end}`,
        method === "PATCH" ? {} : undefined,
      );
      assert.ok([404, 405].includes(response.status), `${method} ${JSON.stringify(name)}: ${response.status}`);
    }
});

test("a key that is regenerated, revoked or expires ends on connections that are open", async () => {
  const expiring = await made({ name: "expiring", expires_at: new Date(Date.now() + 1500).toISOString() });
  const ends = {
    regenerated: () => send("POST", `${KEYS}/regenerated/regenerate`),
    revoked: () => send("DELETE", `${KEYS}/revoked`),
  };
  const sockets = [];
  for (const name of [...Object.keys(ends), "expiring"]) {
    const key = name === "expiring" ? expiring : await made({ name });
    const request = `GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${key}\r\n\r\n`;
    const socket = await program.raw(request);
    assert.match(String((await once(socket, "data"))[0]), /^HTTP\/1\.1 200 /, name);
    sockets.push({ name, socket, request });
  }
  for (const end of Object.values(ends)) assert.equal((await end()).status, 200);
  for (const { name, socket, request } of sockets) {
    const answer = async () => {
      socket.write(request);
      return String((await once(socket, "data"))[0]);
    };
    let text = await answer();
    while (name === "expiring" && text.startsWith("HTTP/1.1 200 ")) text = await answer();
    assert.match(text, /^HTTP\/1\.1 403 /, name);
    socket.destroy();
  }
});

test("engines at link-local addresses are not added, however they are spelled", async (t) => {
  const outside = await Program.start({ args: ["--engine", "http://127.0.0.1:1"] });
  t.after(() => outside.stop());
  const hosts = ["169.254.169.254", "2852039166", "0xA9FEA9FE", "0251.0376.0251.0376", "169.254.43518"];
  const all = [...hosts, "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[fe80::1]", "0.0.0.0", "[::]", "224.0.0.1"];
  for (const host of all) {
    const response = await outside.fetch(ENGINES, {
      method: "POST",
      body: JSON.stringify({ comfy_uri: `http://${host}:8188` }),
      headers: { "Content-Type": "application/json" },
    });
    assert.equal(response.status, 422, `${host}: ${await response.text()}`);
  }
  assert.equal((await outside.get(ENGINES)).length, 1);
});
