// Where the suite `nodes` finds what was built.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PACK = join(ROOT, "target/comfyui");
export const PROGRAM = process.env.FLOWDECK_BIN ?? join(ROOT, "target/quick/flowdeck");
