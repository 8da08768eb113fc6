// The runs that a deck started, for as long as somebody may find them in the queue: a page that is
// open for weeks starts many. Knows who watches; asks nothing.

/** Looks in a row that a run may be missing from the queue before it counts as gone. */
export const PATIENCE = 3;

/** As many for one that was never seen there: before an engine has it, its files go there. */
const LATE = 100;

/** Those who watch, by the runs that they share: each a map of what it knows of a run. */
const watchers = new WeakMap();

/** One more who watches: calls `looked` with the places of each queue it saw, and `end` at its end. */
export function watcher(started) {
  const own = new Map();
  const all = watchers.get(started) ?? new Set();
  watchers.set(started, all.add(own));
  return { looked: (places) => forget(started, all, own, places), end: () => all.delete(own) };
}

/** Counts a look of one watcher; a run that is gone for all of them is a run of the deck no more. */
function forget(started, all, own, places) {
  for (const runId of started) {
    const { missed, enough } = own.get(runId) ?? { missed: 0, enough: LATE };
    own.set(runId, places.has(runId) ? { missed: 0, enough: PATIENCE } : { missed: missed + 1, enough });
    if (![...all].every((known) => gone(known.get(runId)))) continue;
    started.delete(runId);
    for (const known of all) known.delete(runId);
  }
}

const gone = (known) => known !== undefined && known.missed >= known.enough;
