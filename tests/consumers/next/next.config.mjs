import { dirname } from "node:path";

// Where the packages are.
export default { turbopack: { root: dirname(import.meta.dirname) } };
