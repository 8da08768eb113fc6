// The code of docs/api-docs.md, for a running program, and the runs that it starts.
import assert from "node:assert/strict";
import { blocksOf } from "../docs/blocks.mjs";
import { KEY } from "./document.mjs";

/** The address of the service in the document. */
const ADDRESS = "http://127.0.0.1:8787";

/**
 * The first block in a language that has a text, with the address of a program.
 * @param {string} language
 * @param {{ baseUrl: string }} program
 */
export async function blockOf(language, { baseUrl }, text = "") {
  const blocks = await blocksOf("docs/api-docs.md");
  const block = blocks.find((block) => block.language === language && block.code.includes(text));
  assert(block, `the document has no block in ${language}`);
  return block.code.replaceAll(ADDRESS, baseUrl);
}

/**
 * A run when it has ended.
 * @param {string} run its ID
 * @param {{ baseUrl: string }} program
 */
export async function endOf(run, { baseUrl }) {
  const url = `${baseUrl}/api/v1/runs/${run}`;
  const headers = { "X-API-KEY": KEY };
  // The stream of its events ends with it.
  await (await fetch(`${url}/events`, { headers })).text();
  const response = await fetch(url, { headers });
  assert.equal(response.status, 200, `the run ${run}`);
  return (await response.json()).data;
}
