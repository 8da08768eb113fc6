import * as flowdeck from "flowdeck";
import { makeCalls } from "../calls.js";

export default {
  fetch: async (_request, { baseUrl, apiKey }) => Response.json(await makeCalls(flowdeck, { baseUrl, apiKey })),
};
