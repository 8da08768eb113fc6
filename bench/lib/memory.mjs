// The memory of processes, from /proc. Without /proc nothing is measured.
import { readFileSync, writeFileSync } from "node:fs";

/** Watches all processes of a browser; returns a function that returns their growth since, in bytes. */
export async function watchGrowth(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const processes = processInfo.map(({ id }) => id);
  try {
    for (const id of processes) resetPeak(id);
    const before = processes.map((id) => memoryOf(id, "VmRSS"));
    // The sum of each process's peak: an upper bound of their common peak.
    return () => processes.reduce((sum, id, i) => sum + memoryOf(id, "VmHWM") - before[i], 0);
  } catch {
    return () => Number.NaN;
  }
}

/** Watches one process; returns a function that returns the growth until its peak since, in bytes. */
export function growthSince(id) {
  try {
    resetPeak(id);
    const before = memoryOf(id, "VmRSS");
    return () => memoryOf(id, "VmHWM") - before;
  } catch {
    return () => Number.NaN;
  }
}

/** The peak memory of a process in bytes; NaN if the system does not report it. */
export function peakMemory(id) {
  try {
    return memoryOf(id, "VmHWM");
  } catch {
    return Number.NaN;
  }
}

const resetPeak = (id) => writeFileSync(`/proc/${id}/clear_refs`, "5");

function memoryOf(id, counter) {
  const [, kilobytes] = readFileSync(`/proc/${id}/status`, "utf8").match(`${counter}:\\s+(\\d+)`);
  return Number(kilobytes) * 1024;
}
