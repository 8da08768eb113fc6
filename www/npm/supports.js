// What a deployment offers beyond the contract's two operations. Its tools are given, as schema.js
// says.

/** Where each is, as an OpenAPI document writes it; a run's id has whatever name. */
const OPERATIONS = {
  run: ["post", /^\/api\/v1\/runs$/],
  queue: ["get", /^\/api\/v1\/comfy\/queue$/],
  health: ["get", /^\/api\/v1\/comfy\/health$/],
  workflows: ["get", /^\/api\/v1\/comfy\/workflows$/],
  runs: ["get", /^\/api\/v1\/runs$/],
  getRun: ["get", /^\/api\/v1\/runs\/\{[^/]+\}$/],
  output: ["get", /^\/api\/v1\/runs\/output$/],
  cancel: ["post", /^\/api\/v1\/runs\/\{[^/]+\}\/cancel$/],
  regenerate: ["post", /^\/api\/v1\/runs\/\{[^/]+\}\/regenerate$/],
};

/** The descriptions that were had, by deck: a deployment's does not change while a page is open. */
const described = new WeakMap();

/**
 * Whether the deployment offers an operation: as its /openapi.json says; where that is none, guarded
 * or broken, by asking for what can be asked for without changing anything. Of cancel and regenerate,
 * which cannot, it is then false.
 */
export async function supports({ usage }, deck, operation, options, readDescription) {
  if (!Object.hasOwn(OPERATIONS, operation)) {
    throw usage(
      `asking what is offered: “${operation}” is no operation; choose from ${Object.keys(OPERATIONS).join(", ")}`,
    );
  }
  if (operation === "run" || operation === "queue") return true;
  const { paths, lasting } = described.get(deck) ?? (await description(options, readDescription));
  const offered = paths ? listed(paths, ...OPERATIONS[operation]) : await (PROBES[operation] ?? unasked)(deck, options);
  // Not before the deployment took the key: another one may be shown a description.
  if (lasting) described.set(deck, { paths, lasting });
  return offered;
}

/** The `paths` of the description, null where it is of no use; `lasting`: another reading gives the same. */
async function description(options, read) {
  try {
    const [, body] = await read(options);
    const { paths } = JSON.parse(new TextDecoder().decode(body));
    // A page of something else lists none of what the contract promises.
    return {
      paths: listed(paths, ...OPERATIONS.run) || listed(paths, ...OPERATIONS.queue) ? paths : null,
      lasting: true,
    };
  } catch (error) {
    if (["aborted", "timeout", "usage"].includes(error?.code)) throw error;
    // A deployment may guard its description, break it, or keep other pages from it: what it offers is
    // told by asking, and so is what is wrong with the key or the deployment.
    return { paths: null, lasting: !(error?.status === 429 || error?.status >= 500) };
  }
}

function listed(paths, method, pattern) {
  return Object.entries(paths ?? {}).some(
    ([path, operations]) => pattern.test(path) && operations?.[method] !== undefined,
  );
}

const found = async (asked) => {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error.code === "not_found") return false;
    throw error;
  }
};

// A run or an output of this name there is none: a deployment that knows the operation says so in
// its envelope, one that does not says what its framework says.
const NOBODY = "flowdeck-asks-what-is-offered";
const known = async (asked) => {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error.code !== "not_found") throw error;
    return error.status === 404 && /"(errors|data)"\s*:/.test(error.body ?? "");
  }
};

// Nobody knows; but a key that is refused, or a deployment that is gone, does not say no.
const unasked = async (deck, options) => (await deck.queue(options), false);

const PROBES = {
  health: (deck, options) => found(deck.health(options)),
  workflows: (deck, options) => found(deck.workflows(options)),
  runs: (deck, options) => found(deck.runs(NOBODY, { ...options, pageSize: 1 })),
  getRun: (deck, options) => known(deck.getRun(NOBODY, options)),
  output: (deck, options) => known(deck.output(NOBODY, options)),
};
