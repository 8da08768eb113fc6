// How many streams of events are open. A browser has six connections to a server over HTTP/1.1, for all tabs together,
// and a Cloudflare Worker has six in all: streams must leave some for calls. A watch without a place polls.

/** How many streams a page has open to a server, and all pages of an app together. */
const OF_PAGE = 1;
const OF_BROWSER = 2;

const isNode = Boolean(globalThis.process?.versions?.node);

/**
 * How many places this page has taken, by the origin of the deployment.
 * @type {Map<string, number>}
 */
const taken = new Map();

/**
 * Takes a place for a stream to a deployment; null if there is none. Call what it resolves to when the stream ends.
 * @param {string} baseUrl
 * @returns {Promise<(() => void) | null>}
 */
export async function takePlace(baseUrl) {
  if (isNode) return () => {};
  const { origin } = new URL(baseUrl);
  const count = taken.get(origin) ?? 0;
  if (count >= OF_PAGE) return null;
  taken.set(origin, count + 1);
  const giveBack = () => void taken.set(origin, (taken.get(origin) ?? 1) - 1);
  const unlock = await lockFor(origin);
  if (!unlock) giveBack();
  return (
    unlock &&
    (() => {
      giveBack();
      unlock();
    })
  );
}

/**
 * One of the browser's places, which ends with the page at the latest. Without locks, tabs cannot know of each other.
 * @param {string} origin
 * @returns {Promise<(() => void) | null>}
 */
async function lockFor(origin) {
  const locks = globalThis.navigator?.locks;
  // Browsers have none in pages that came over http; other platforms have no tabs.
  if (!locks) return globalThis.isSecureContext === false ? null : () => {};
  for (let place = 0; place < OF_BROWSER; place += 1) {
    const unlock = await held(locks, `flowdeck stream ${place} ${origin}`);
    if (unlock) return unlock;
  }
  return null;
}

/**
 * Holds a lock until the result is called; null if somebody else has it.
 * @param {LockManager} locks
 * @param {string} name
 * @returns {Promise<(() => void) | null>}
 */
function held(locks, name) {
  return new Promise((resolve) => {
    const requested = locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise((/** @type {(value?: undefined) => void} */ unlock) => resolve(() => unlock()));
    });
    // A page without an origin of its own may have no locks.
    requested.catch(() => resolve(null));
  });
}
