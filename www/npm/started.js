// The runs that a deck started, kept only while they may be in a queue, because a page that is open for
// weeks starts many. Knows the watchers and their snapshots; requests nothing.

/** How many consecutive snapshots a run may be missing from before it counts as gone. */
export const PATIENCE = 3;

/** As many for a run not seen yet: its files are uploaded to an engine before it is queued there. */
const PATIENCE_FOR_NEW = 100;

/**
 * @typedef {Map<string, { missed: number, limit: number }>} Sightings What a watcher knows of each run.
 * @typedef {{ has(runId: string): boolean }} Snapshot The runs in a queue.
 */

/**
 * The watchers of the same runs.
 * @type {WeakMap<Set<string>, Set<Sightings>>}
 */
const watchers = new WeakMap();

/**
 * Adds a watcher: call `saw` with each snapshot, and `end` at the end.
 * @param {Set<string>} started
 */
export function watcher(started) {
  /** @type {Sightings} */
  const own = new Map();
  const all = watchers.get(started) ?? new Set();
  watchers.set(started, all.add(own));
  return {
    /** @param {Snapshot} snapshot */
    saw: (snapshot) => forgetGone(started, all, own, snapshot),
    end: () => all.delete(own),
  };
}

/**
 * Counts a snapshot of one watcher, and forgets runs that are gone for every watcher.
 * @param {Set<string>} started
 * @param {Set<Sightings>} all
 * @param {Sightings} own
 * @param {Snapshot} snapshot
 */
function forgetGone(started, all, own, snapshot) {
  for (const runId of started) {
    const { missed, limit } = own.get(runId) ?? { missed: 0, limit: PATIENCE_FOR_NEW };
    own.set(runId, snapshot.has(runId) ? { missed: 0, limit: PATIENCE } : { missed: missed + 1, limit });
    if (![...all].every((sightings) => isGone(sightings.get(runId)))) continue;
    started.delete(runId);
    for (const sightings of all) sightings.delete(runId);
  }
}

/** @param {{ missed: number, limit: number } | undefined} sighting */
const isGone = (sighting) => sighting !== undefined && sighting.missed >= sighting.limit;
