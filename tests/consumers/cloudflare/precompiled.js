import calls from "flowdeck/calls.wasm";
import follow from "flowdeck/follow.wasm";
import later from "flowdeck/later.wasm";
import * as flowdeck from "flowdeck/precompiled";
import schema from "flowdeck/schema.wasm";
import { makeCalls } from "../calls.js";

flowdeck.setModules({ calls, follow, later, schema });

export default {
  fetch: async (_request, { baseUrl, apiKey }) => Response.json(await makeCalls(flowdeck, { baseUrl, apiKey })),
};
