// Starts runs with the generated types, and prints how they ended as JSON.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Run = components["schemas"]["Run"];
type Poster = components["schemas"]["PosterInputs"];

const [baseUrl = "", photo = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { "X-API-KEY": process.env.FLOWDECK_API_KEY ?? "" } });

/** A form with these fields: files stay files, everything else is text. */
function form(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

/** The run when it has ended. */
async function ended(runId: string | undefined): Promise<Run> {
  if (!runId) throw new Error("no run was started");
  for (;;) {
    const { data } = await client.GET("/api/v1/runs/{run_id}", { params: { path: { run_id: runId } } });
    if (!data) throw new Error(`the run ${runId} cannot be read`);
    if (["completed", "failed", "cancelled"].includes(data.data.status)) return data.data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function poster(size: number) {
  const body: Poster = {
    title: "From TypeScript",
    photo: new Blob([readFileSync(photo)], { type: "image/jpeg" }),
    size,
    position: "top",
  };
  return client.POST("/api/v1/comfy/workflows/poster/runs", { body, bodySerializer: form });
}

const value = (run: Run, name: string) => run.inputs.find(({ path }) => path === name)?.value;

// @ts-expect-error: the title is missing.
const _incomplete: Poster = { photo: new Blob() };
// @ts-expect-error: the title is at the top or at the bottom.
const _misplaced: Poster = { title: "a", photo: new Blob(), position: "left" };

const started = await poster(256);
const run = await ended(started.data?.data[0]?.run_id);
// Text, because a number of JavaScript would lose the last digit.
const counted = await client.POST("/api/v1/comfy/workflows/large-seed/runs", {
  body: { word: "a", seed: "9007199254740993" },
  bodySerializer: form,
});
const seed = await ended(counted.data?.data[0]?.run_id);
const { error } = await poster(1);

console.log(
  JSON.stringify({
    poster: { status: run.status, outputs: run.outputs.length, title: value(run, "title") },
    seed: { status: seed.status, value: value(seed, "seed") },
    refused: error && "detail" in error ? error.detail?.[0]?.msg : undefined,
  }),
);
