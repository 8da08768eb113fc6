import * as flowdeck from "flowdeck";
import { expect, test } from "vitest";
import { EXPECTED, makeCalls } from "../calls.js";

test("every call works with the files of jsdom", async () => {
  const { FLOWDECK_URL: baseUrl, FLOWDECK_API_KEY: apiKey } = process.env;
  expect(await makeCalls(flowdeck, { baseUrl, apiKey })).toEqual(EXPECTED);
});
