import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope } from "./deployment.mjs";

/** @import { Deck } from "../../www/npm/index.js" */

const queueOf = async (t, data) => {
  const { deck } = await deckOf(t, { "GET /api/v1/comfy/queue": () => envelope(data) });
  return deck.queue();
};

test("the queue lists each instance's tasks, pending ones in the order in which they will run", async (t) => {
  const entry = {
    comfy_uri: "http://10.0.0.1:8188",
    queue: {
      queue_running: [[0, "r"]],
      queue_pending: [
        [2, "b"],
        [7, "d"],
        [3.5, "c"],
        [-1, "a"],
      ],
    },
  };
  assert.deepEqual(await queueOf(t, [entry, { comfy_uri: "http://10.0.0.2:8188", queue: {} }]), {
    instances: [
      {
        address: "http://10.0.0.1:8188",
        running: [{ id: "r", number: 0 }],
        pending: [
          { id: "a", number: -1 },
          { id: "b", number: 2 },
          { id: "c", number: 3.5 },
          { id: "d", number: 7 },
        ],
        condition: null,
      },
      { address: "http://10.0.0.2:8188", running: [], pending: [], condition: null },
    ],
    waiting: { count: 0, ids: [], own: [] },
  });
});

test("a queue of whole ComfyUI tuples under a container's name is read", async (t) => {
  const tuple = [4, "id", { 1: { class_type: "X", inputs: {} } }, { client_id: "c" }, ["9"]];
  const entry = { container: "container #1", queue: { queue_running: [tuple], queue_pending: [] } };
  assert.deepEqual((await queueOf(t, [entry])).instances, [
    { address: "container #1", running: [{ id: "id", number: 4 }], pending: [], condition: null },
  ]);
});

test("health lists each instance's state", async (t) => {
  const data = [
    { url: "http://a", status: "idle" },
    { container: "c1", status: "running", problem: "no events" },
  ];
  const { deck } = await deckOf(t, { "GET /api/v1/comfy/health": () => envelope(data) });
  assert.deepEqual(await deck.health(), [
    { address: "http://a", status: "idle", problem: null },
    { address: "c1", status: "running", problem: "no events" },
  ]);
});

test("workflows have their schema if the deployment gives one", async (t) => {
  const field = {
    name: "title",
    label: "Title",
    kind: "text",
    multiline: false,
    maxLength: 9,
    required: true,
    node: "1",
  };
  const inputs = '{"text_6":"string"}';
  const data = [
    { id: "a", name: "A", schema: { fields: [field], outputs: [] } },
    { id: "b", name: "B", description: "d", inputs, outputs: "{}" },
  ];
  const { deck } = await deckOf(t, { "GET /api/v1/comfy/workflows": () => envelope(data) });
  assert.deepEqual(await deck.workflows(), [
    {
      id: "a",
      name: "A",
      description: null,
      inputs: null,
      outputs: null,
      schema: { fields: [field], outputs: [] },
      problems: [],
      warnings: [],
    },
    { id: "b", name: "B", description: "d", inputs, outputs: "{}", schema: null, problems: [], warnings: [] },
  ]);
});

test("a run's detail is in camelCase, and its id is encoded in the path", async (t) => {
  const detail = {
    _id: "a/b",
    workflow_id: "w",
    group_id: null,
    status: "completed",
    inputs: [{ path: "title", value: "Hi", s3_key: null }],
    outputs: [{ filename: "a.png", url: "/f/a.png", thumbnail: "/f/a.png?s=1" }],
    created_at: "2026-01-01T00:00:00Z",
  };
  const { deck } = await deckOf(t, { "GET /api/v1/runs/a%2Fb": () => envelope(detail) });
  assert.deepEqual(await deck.getRun("a/b"), {
    runId: "a/b",
    workflowId: "w",
    groupId: null,
    owner: null,
    instance: null,
    status: "completed",
    error: null,
    attempts: null,
    priority: null,
    position: null,
    startsIn: null,
    takes: null,
    progress: null,
    preview: null,
    inputs: [{ name: "title", value: "Hi", shortened: false }],
    outputs: [{ filename: "a.png", url: `${deck.baseUrl}/f/a.png`, thumbnail: `${deck.baseUrl}/f/a.png?s=1` }],
    outputNames: [],
    leftOut: [],
    createdAt: "2026-01-01T00:00:00Z",
    startedAt: null,
    completedAt: null,
    expiresAt: null,
  });
});

/** Progress in which only the steps of the current node are known. */
const STEPS = { node: null, title: null, nodesDone: null, nodesTotal: null, percent: null };

for (const [reported, progress] of [
  [
    { value: 12, max: 20, node: "5" },
    { ...STEPS, value: 12, max: 20, node: "5" },
  ],
  [
    { value: 12.0, max: 20.5 },
    { ...STEPS, value: 12, max: 20 },
  ],
  [
    { value: 21, max: 20, node: 5, percent: 101, nodes_done: -1, title: {} },
    { ...STEPS, value: 20, max: 20, node: "5" },
  ],
  [
    { value: 0, max: 1, node: "5", title: "Blur", nodes_done: 6, nodes_total: 14, percent: 42 },
    { value: 0, max: 1, node: "5", title: "Blur", nodesDone: 6, nodesTotal: 14, percent: 42 },
  ],
  [{ value: 0, max: 0 }, null],
  [{ value: -1, max: 20 }, null],
  [{ value: "12", max: 20 }, null],
  [{ value: 12 }, null],
  [[12, 20], null],
  [0.5, null],
  [null, null],
]) {
  test(`the progress ${JSON.stringify(reported)} of a run is ${JSON.stringify(progress)}`, async (t) => {
    const run = { _id: "a", status: "running", progress: reported };
    const { deck } = await deckOf(t, {
      "GET /api/v1/runs/a": () => envelope(run),
      "GET /api/v1/runs": () => envelope({ count: 1, runs: [run] }),
    });
    assert.deepEqual((await deck.getRun("a")).progress, progress);
    assert.deepEqual((await deck.runs("g")).runs[0].progress, progress);
  });
}

for (const [url, where] of [
  ["/f/a.png?s=1", "/gpu/f/a.png?s=1"],
  ["f/a.png", "/gpu/f/a.png"],
  ["/gpu/f/a.png", "/gpu/f/a.png"],
  ["/a:b", "/gpu/a:b"],
]) {
  test(`the file ${url} of a deployment behind a path is at ${where}`, async (t) => {
    const outputs = [{ filename: "a.png", url }];
    const { deck } = await deckOf(
      t,
      {
        "GET /api/v1/runs/a": () => envelope({ _id: "a", status: "completed", outputs }),
        "GET /api/v1/runs": () => envelope({ count: 1, runs: [{ _id: "a", status: "completed", outputs }] }),
        "GET /api/v1/runs/output": () => envelope({ download_url: url, generation_status: "completed" }),
      },
      "/gpu",
    );
    const whole = new URL(where, deck.baseUrl).href;
    const run = await deck.getRun("a");
    const { runs } = await deck.runs("g");
    const { downloadUrl } = await deck.output("a.png");
    assert.deepEqual([run.outputs[0].url, runs[0].outputs[0].url, downloadUrl], [whole, whole, whole]);
    assert.equal(run.raw.data.outputs[0].url, url);
  });
}

test("a file on another host keeps its URL, and a file without a URL has none", async (t) => {
  const outputs = ["https://files/a.png", "//files/a.png", null, "http://["].map((url) => ({ filename: "a.png", url }));
  const { deck } = await deckOf(t, {
    "GET /api/v1/runs/a": () => envelope({ _id: "a", status: "completed", outputs }),
  });
  const urls = (await deck.getRun("a")).outputs.map(({ url }) => url);
  assert.deepEqual(urls, ["https://files/a.png", "http://files/a.png", null, "http://["]);
});

test("a group's runs are listed", async (t) => {
  const data = { group_id: "g", count: 2, runs: [{ _id: "a", status: "running" }] };
  const { deck, requests } = await deckOf(t, { "GET /api/v1/runs": () => envelope(data) });
  const list = await deck.runs("g");
  assert.deepEqual([list.groupId, list.count, list.runs[0].runId, list.runs[0].status], ["g", 2, "a", "running"]);
  assert.equal(requests[0].query.get("group_id"), "g");
});

test("a run is cancelled", async (t) => {
  const { deck, requests } = await deckOf(t, {
    "POST /api/v1/runs/r1/cancel": () => envelope("Run cancelled successfully"),
  });
  assert.equal(await deck.cancel("r1"), undefined);
  assert.deepEqual(
    requests.map((r) => `${r.method} ${r.path}`),
    ["POST /api/v1/runs/r1/cancel"],
  );
});

test("a run is deleted", async (t) => {
  const { deck, requests } = await deckOf(t, {
    "DELETE /api/v1/runs/r1": () => envelope("Run deleted successfully"),
  });
  assert.equal(await deck.deleteRun("r1"), undefined);
  await assert.rejects(deck.deleteRun("r2"), { name: "NotFoundError" });
  assert.deepEqual(
    requests.map((r) => `${r.method} ${r.path}`),
    ["DELETE /api/v1/runs/r1", "DELETE /api/v1/runs/r2"],
  );
});

test("the runs of a group are deleted", async (t) => {
  const data = { removed: 3, not_ended: ["a", "b"] };
  const { deck, requests } = await deckOf(t, { "DELETE /api/v1/runs": () => envelope(data) });
  const { removed, notEnded } = await deck.deleteRuns("g&1");
  assert.deepEqual([removed, notEnded], [3, ["a", "b"]]);
  assert.equal(requests[0].query.get("group_id"), "g&1");
  await assert.rejects(deck.deleteRuns(""), { name: "UsageError" });
  assert.equal(requests.length, 1, "without a group, nothing is sent");
});

for (const id of ["", ".", "..", undefined, 5]) {
  test(`${JSON.stringify(id) ?? "undefined"} is not a run id, and nothing is sent`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.getRun(id), { name: "UsageError" });
    await assert.rejects(deck.cancel(id), { name: "UsageError" });
    await assert.rejects(deck.deleteRun(id), { name: "UsageError" });
    assert.equal(requests.length, 0);
  });
}

test("a group's runs are requested by page and order", async (t) => {
  const { deck, requests } = await deckOf(t, { "GET /api/v1/runs": () => envelope({ runs: [] }) });
  const list = await deck.runs("a&b", { page: 2, pageSize: 50, sortBy: "started_at", sortOrder: "asc" });
  assert.deepEqual(list, { groupId: null, count: 0, runs: [] });
  assert.deepEqual(
    [...requests[0].query],
    [
      ["group_id", "a&b"],
      ["page", "2"],
      ["page_size", "50"],
      ["sort_by", "started_at"],
      ["sort_order", "asc"],
    ],
  );
});

test("an output that is ready has its URL", async (t) => {
  const { deck, requests } = await deckOf(t, {
    "GET /api/v1/runs/output": () => envelope({ download_url: "https://files/a.png", generation_status: "completed" }),
  });
  assert.deepEqual(await deck.output("a b/c.png"), { downloadUrl: "https://files/a.png", status: "completed" });
  assert.deepEqual([...requests[0].query], [["filename", "a b/c.png"]]);
});

test("an output that is not ready is null", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/runs/output": (_, response) => void response.writeHead(204).end() });
  assert.equal(await deck.output("a.png"), null);
});

test("an output whose run took too long is a TimeoutError", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/runs/output": () => ({ status: 408, body: envelope(null) }) });
  await assert.rejects(deck.output("a.png"), { name: "TimeoutError", code: "timeout", status: 408 });
});

test("a run is started again, and only once", async (t) => {
  const { deck, requests } = await deckOf(t, {
    "POST /api/v1/runs/a%2Fb/regenerate": [() => envelope([{ run_id: "new", workflow_id: "w" }])],
    "POST /api/v1/runs/busy/regenerate": () => ({ status: 503, headers: { "retry-after": "0" }, body: envelope([]) }),
  });
  const run = await deck.regenerate("a/b");
  assert.deepEqual(run, { runId: "new", workflowId: "w", entries: [{ runId: "new", workflowId: "w" }] });
  await assert.rejects(deck.regenerate("busy"), { name: "QueueFullError" });
  assert.equal(requests.length, 2);
});

/** @type {Record<string, [operation: string, data: unknown, call: (deck: Deck) => Promise<{ raw: unknown }>]>} */
const CALLS = {
  queue: [
    "GET /api/v1/comfy/queue",
    [{ comfy_uri: "a", queue: { queue_running: [[0, "id", { node: 1 }]] }, odd: true }],
    (deck) => deck.queue(),
  ],
  run: ["POST /api/v1/runs", [{ run_id: "a", workflow_id: "w", odd: true }], (deck) => deck.run("w", {})],
  health: ["GET /api/v1/comfy/health", [{ url: "a", status: "idle", odd: true }], (deck) => deck.health()],
  workflows: ["GET /api/v1/comfy/workflows", [{ id: "a", odd: true }], (deck) => deck.workflows()],
  runs: ["GET /api/v1/runs", { runs: [], odd: true }, (deck) => deck.runs("g")],
  getRun: ["GET /api/v1/runs/r", { _id: "r", odd: true }, (deck) => deck.getRun("r")],
  output: ["GET /api/v1/runs/output", { download_url: "u", odd: true }, (deck) => deck.output("f")],
  regenerate: ["POST /api/v1/runs/r/regenerate", [{ run_id: "a", odd: true }], (deck) => deck.regenerate("r")],
};
for (const [name, [operation, data, call]] of Object.entries(CALLS)) {
  test(`raw has the original answer of ${name}, and no copy of the result includes it`, async (t) => {
    const body = { ...envelope(data), meta: { region: "x" } };
    const { deck } = await deckOf(t, { [operation]: () => body });
    const result = await call(deck);
    assert.deepEqual(result.raw, body);
    assert(!JSON.stringify(result).includes("odd") && !("raw" in { ...result }));
  });
}

test("a schema that is not JSON is null, and the workflow is still listed", async (t) => {
  const data = [
    { id: "a", schema: "no JSON" },
    { id: "b", schema: '{"fields":[],"outputs":[]}' },
  ];
  const { deck } = await deckOf(t, { "GET /api/v1/comfy/workflows": () => envelope(data) });
  assert.deepEqual(
    (await deck.workflows()).map(({ schema }) => schema),
    [null, { fields: [], outputs: [] }],
  );
});
