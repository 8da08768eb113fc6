// How each block of the documents is tested. coverage.test.mjs fails for a block that no rule covers, and for a rule
// that covers no block.

/**
 * Blocks that another test covers, or that need something that tests do not have: by document, language and the text
 * that they begin with. `by` is the test.
 *
 * @type {{ document: string, language: string, begins: string, by: string }[]}
 */
export const LISTED = [
  { document: "docs/webhooks.md", language: "js", begins: "import { createHmac", by: "tests/service/webhook_code.rs" },
  { document: "docs/webhooks.md", language: "python", begins: "import base64", by: "tests/service/webhook_code.rs" },
  { document: "docs/webhooks.md", language: "rust", begins: "use base64", by: "tests/service/webhook_code.rs" },
  { document: "docs/call-the-api.md", language: "js", begins: "import { openAs", by: "tests/npm/readme.test.mjs" },
  { document: "docs/api-docs.md", language: "js", begins: "import", by: "tests/clients/typescript.test.mjs" },
  { document: "docs/api-docs.md", language: "ts", begins: "import", by: "tests/clients/typescript.test.mjs" },
  { document: "docs/api-docs.md", language: "sh", begins: "openapi-python", by: "tests/clients/python.test.mjs" },
  { document: "docs/api-docs.md", language: "python", begins: "import", by: "tests/clients/python.test.mjs" },
  { document: "docs/nextjs.md", language: "js", begins: "// app/", by: "tests/consumers/next.test.mjs" },
  { document: "docs/comfyui-nodes.md", language: "sh", begins: "flowdeck", by: "tests/nodes/pack.test.mjs" },
  { document: "docs/monitoring/README.md", language: "yaml", begins: "", by: "tests/monitoring/monitoring.test.mjs" },
  { document: "docs/monitoring/README.md", language: "json", begins: "{", by: "tests/docs/logs.test.mjs" },
  { document: "docs/monitoring/README.md", language: "sh", begins: "flowdeck serve", by: "tests/docs/logs.test.mjs" },
  ...["sh install.sh", "python3 -m venv", "uv tool install", "npm install", "sudo apt", "echo", "docker load"].map(
    (begins) => ({
      document: "docs/install.md",
      language: "sh",
      begins,
      by: "tests/dist/lines.test.mjs",
    }),
  ),
  { document: "docs/install.md", language: "sh", begins: "make install", by: "tests/dist/source.test.mjs" },
  { document: "docs/operate.md", language: "sh", begins: "docker run", by: "tests/dist/lines.test.mjs" },
  ...["js", "ts", "html", "sh", "text"].map((language) => ({
    document: "www/npm/README.md",
    language,
    begins: "",
    by: "tests/npm/readme.test.mjs",
  })),
];

/** The test of each language that has a rule of its own. An output belongs to the commands before it. */
const TESTS = {
  sh: "commands.test.mjs",
  json: "commands.test.mjs",
  text: "commands.test.mjs",
  sse: "commands.test.mjs",
  http: "headers.test.mjs",
  toml: "files.test.mjs",
  yaml: "files.test.mjs",
  ini: "installation.mjs",
  python: "files.test.mjs",
  nginx: "proxies.test.mjs",
  caddy: "proxies.test.mjs",
};

/** The JSON blocks that are files and not answers. */
export const JSON_FILES = [
  { document: "docs/exposure.md", begins: '{\n  "flowdeck": 1' },
  { document: "docs/retention.md", begins: '{ "flowdeck": 1' },
  { document: "docs/prepare-a-workflow.md", begins: "[" },
];

/** Whether a rule is about a block. */
export const concerns = (rule, block) =>
  rule.document === block.document &&
  block.code.startsWith(rule.begins) &&
  (rule.language === undefined || rule.language === block.language);

/**
 * The file of the test that covers a block, or `undefined` if none does.
 *
 * @param {import("./blocks.mjs").Block} block
 */
export function testOf(block) {
  const listed = LISTED.find((rule) => concerns(rule, block));
  if (listed) return listed.by;
  if (JSON_FILES.some((rule) => concerns(rule, block))) return "files.test.mjs";
  return TESTS[block.language];
}
