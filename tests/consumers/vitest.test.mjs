// Vitest with jsdom, whose files are not Node's own.
import { test } from "node:test";
import { start } from "./consumer.mjs";

test("every call works in Vitest with jsdom", (t) => start(t, "vitest", "vitest/vitest.mjs", "run").end());
