// The CPU time of a process, from /proc. Without /proc nothing is measured.
import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const TICK = 10;

/** The CPU time that a process has used, in milliseconds; NaN if the system does not report it. */
export function cpuTime(id) {
  try {
    // The name of the program comes first, in parentheses, and may contain spaces.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1).split(" ");
    return TICK * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}
