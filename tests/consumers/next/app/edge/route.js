import * as flowdeck from "flowdeck";
import { makeCalls } from "../../../calls.js";

export const runtime = "edge";

export async function GET() {
  const { FLOWDECK_URL: baseUrl, FLOWDECK_API_KEY: apiKey } = process.env;
  return Response.json(await makeCalls(flowdeck, { baseUrl, apiKey }));
}
