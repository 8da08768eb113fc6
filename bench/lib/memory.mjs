// The memory of a browser, by /proc; where there is none, nothing is measured.
import { readFileSync, writeFileSync } from "node:fs";

/** Starts to watch all processes of a browser; gives a function that gives the growth since, in bytes. */
export async function watch(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const processes = processInfo.map(({ id }) => id);
  try {
    for (const id of processes) forgetPeak(id);
    const before = processes.map((id) => held(id, "VmRSS"));
    // Each one's own highest: at least what they held together at any one time.
    return () => processes.reduce((sum, id, i) => sum + held(id, "VmHWM") - before[i], 0);
  } catch {
    return () => NaN;
  }
}

/** The most that a process ever held, in bytes; NaN where the system does not tell. */
export function peak(id) {
  try {
    return held(id, "VmHWM");
  } catch {
    return NaN;
  }
}

const forgetPeak = (id) => writeFileSync(`/proc/${id}/clear_refs`, "5");

function held(id, what) {
  const [, kilobytes] = readFileSync(`/proc/${id}/status`, "utf8").match(`${what}:\\s+(\\d+)`);
  return kilobytes * 1024;
}
