// The service behind nginx and behind Caddy, each with the configuration of docs/share.md: below a path, with
// events, large uploads and the addresses of clients.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { Nginx } from "../e2e/nginx.mjs";
import { blocksOf, ROOT } from "./blocks.mjs";
import { Caddy } from "./caddy.mjs";
import { SITE, startService } from "./processes.mjs";

const execute = promisify(execFile);

const KEY = "key-behind-a-proxy";
const MB = 1 << 20;

/** The limit of the service, and uploads on both sides of it. nginx's own limit would be 1 MB. */
const MAX_UPLOAD = 40;
const ACCEPTED = 30 * MB;
const TOO_LARGE = 45 * MB;

/** An address of the client that is not the one of the proxy, where the system has another one. */
const CLIENT = process.platform === "linux" ? "127.0.0.2" : "127.0.0.1";

const blocks = await blocksOf("docs/share.md");
const documented = (language, begins = "") =>
  blocks.find((block) => block.language === language && block.code.startsWith(begins)).code;

let folder = "";
/** @type {{ address: string, stop: () => Promise<void> }} */
let service;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "flowdeck-proxies-"));
  await cp(join(ROOT, "www/workflows"), join(folder, "my-workflows"), { recursive: true });
  const [, ...args] = documented("sh", "flowdeck serve --public-url https://example.org/flow ")
    .trim()
    .split(/\s+/)
    .slice(1);
  const more = ["--engines", "1", "--max-upload", String(MAX_UPLOAD)];
  const env = { PATH: process.env.PATH, FLOWDECK_FIRST_KEY: KEY, FLOWDECK_SITE: SITE, FLOWDECK_NO_SEARCH: "true" };
  service = await startService([...args, ...more], { cwd: folder, env });
  const certificate =
    "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=example.org -keyout privkey.pem -out fullchain.pem";
  await execute("openssl", certificate.split(" "), { cwd: folder });
});
after(async () => {
  await service?.stop();
  await rm(folder, { recursive: true });
});

/** The documented configurations, for this machine. */
const PROXIES = {
  nginx: {
    proxy: new Nginx(),
    scheme: "https",
    site: (port) =>
      documented("nginx")
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replaceAll("/etc/letsencrypt/live/example.org", folder)
        .replace("127.0.0.1:8787", service.address),
  },
  Caddy: {
    proxy: new Caddy(),
    scheme: "http",
    site: (port) =>
      documented("caddy").replace("example.org", `http://127.0.0.1:${port}`).replace("127.0.0.1:8787", service.address),
  },
};

for (const [name, { proxy, scheme, site }] of Object.entries(PROXIES)) {
  describe(name, () => {
    before(() => proxy.startWith(site));
    after(() => proxy.stop());

    /** Sends a request through the proxy; its answer is a stream. */
    async function send(path, { method = "GET", headers = {}, body = Buffer.alloc(0) } = {}) {
      const options = { method, localAddress: CLIENT, headers: { "X-API-KEY": KEY, ...headers }, agent: false };
      const url = `${scheme}://127.0.0.1:${proxy.port}${path}`;
      const sent =
        scheme === "https" ? requestHttps(url, { ...options, rejectUnauthorized: false }) : requestHttp(url, options);
      sent.end(body);
      const [answer] = await once(sent, "response");
      // An upload that was refused may be cut off.
      sent.on("error", () => {});
      return answer;
    }

    /** The `data` of an answer. */
    async function data(path, options) {
      const answer = await send(`/flow/api/v1/${path}`, options);
      const body = await text(answer);
      assert.equal(answer.statusCode, 200, body);
      return JSON.parse(body).data;
    }

    /** Submits Slow blur with a file of this size. */
    async function submit(bytes) {
      const form = new FormData();
      form.set("size", "256");
      if (bytes) form.set("attachment", new Blob([Buffer.alloc(bytes)]), "attachment.bin");
      const response = new Response(form);
      const headers = { "Content-Type": response.headers.get("content-type") };
      const body = Buffer.from(await response.arrayBuffer());
      return send("/flow/api/v1/runs?workflow_id=slow-blur", { method: "POST", headers, body });
    }

    test("the page loads below its path", async () => {
      const redirect = await send("/flow");
      assert.equal(redirect.statusCode, 308);
      assert.match(redirect.headers.location, /\/flow\/$/);
      const page = await send("/flow/");
      assert.equal(page.statusCode, 200);
      const assets = [...(await text(page)).matchAll(/\b(?:src|href)="([^":]+)"/g)].map(([, path]) => path);
      assert.deepEqual(assets, ["icons/icon-180.png", "manifest.webmanifest", "pkg/first.js", "styles/app.css"]);
      for (const path of assets) {
        const asset = await send(new URL(path, "http://host/flow/").pathname);
        assert.equal(asset.statusCode, 200, path);
        asset.resume();
      }
    });

    test("events arrive while the stream is open", async (t) => {
      const stream = await send("/flow/api/v1/events");
      t.after(() => stream.destroy());
      let read = "";
      const arrived = async (pattern) => {
        while (!pattern.test(read)) read += (await once(stream, "data"))[0];
      };
      await arrived(/^event: ready$/m);
      const [{ run_id: run }] = JSON.parse(await text(await submit(0))).data;
      await arrived(new RegExp(`"run_id":"${run}".*"status":"completed"`));
      const { outputs } = await data(`runs/${run}`);
      assert.match(outputs[0].url, /^https:\/\/example\.org\/flow\/api\/v1\/files\//);
      const file = await send(outputs[0].url.replace("https://example.org", ""), { headers: { "X-API-KEY": "" } });
      assert.equal(file.statusCode, 200);
      file.resume();
    });

    test("an upload of 30 MB passes", async () => {
      const answer = await submit(ACCEPTED);
      assert.equal(answer.statusCode, 200, await text(answer));
    });

    test("the error of an upload beyond the limit is that of the service", async () => {
      const answer = await submit(TOO_LARGE);
      const body = await text(answer);
      assert.equal(answer.statusCode, 413, body);
      assert.match(JSON.parse(body).errors, new RegExp(`larger than ${MAX_UPLOAD} MB`));
    });

    test("the address of a client is what the proxy says, not what the client says", async () => {
      const headers = {
        "Content-Type": "application/json",
        "X-Forwarded-For": "203.0.113.9",
        Forwarded: "for=203.0.113.10",
      };
      const key = Buffer.from(JSON.stringify({ name: `behind-${name}` }));
      await data("comfy/keys", { method: "POST", headers, body: key });
      const { entries } = await data("comfy/audit?limit=1");
      assert.equal(entries[0].subject, `behind-${name}`);
      assert.equal(entries[0].address, CLIENT);
    });
  });
}
