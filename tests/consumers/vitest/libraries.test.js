import { File as NodeFile } from "node:buffer";
import FetchBlobFile from "fetch-blob/file.js";
import * as flowdeck from "flowdeck";
import { expect, test } from "vitest";
import { EXPECTED, makeCalls } from "../calls.js";

const { FLOWDECK_URL: baseUrl, FLOWDECK_API_KEY: apiKey } = process.env;

for (const [library, FileClass] of Object.entries({ "node:buffer": NodeFile, "fetch-blob": FetchBlobFile })) {
  test(`every call works with the files of ${library} beside jsdom`, async () => {
    expect(await makeCalls(flowdeck, { baseUrl, apiKey }, FileClass)).toEqual(EXPECTED);
  });
}
