// A server component.
import * as flowdeck from "flowdeck";
import { createElement } from "react";
import { makeCalls } from "../../../calls.js";

export const dynamic = "force-dynamic";

export default async function Page() {
  const { FLOWDECK_URL: baseUrl, FLOWDECK_API_KEY: apiKey } = process.env;
  return createElement("pre", null, JSON.stringify(await makeCalls(flowdeck, { baseUrl, apiKey })));
}
