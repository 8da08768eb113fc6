// The built program, as engines and as service run it.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export const binary = process.env.FLOWDECK_BIN || join(root, "target/release/flowdeck");
export const KEY = "correct-horse-battery-staple";
export const TOKEN = "only-the-service-knows-this";
