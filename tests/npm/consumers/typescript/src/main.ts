// A program whose inputs have the workflow's types.
import { connect, type Run } from "flowdeck";
import { inputSchema } from "flowdeck/inline";
import type { PosterInputs } from "./poster.js";

const deck = await connect({ baseUrl: "http://127.0.0.1:8787", apiKey: "k" });
const { schema } = await inputSchema("{}");
const inputs: PosterInputs = { title: "Hello", seed: 18446744073709551615n };
export const run: Run = await deck.run("poster", { ...inputs }, { schema });
