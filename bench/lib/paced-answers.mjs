// Answers to a page that polls, released a given number at a time, so that a measure knows what the
// page does for each.

const TIMEOUT = 300_000;

/** Paces the answers of `next()`. The first is released at once, the others by `release`. */
export function pacedAnswers(next) {
  let left = 1;
  let send;
  let finished = () => {};
  const step = () => {
    if (send === undefined) return;
    if (left === 0) {
      finished();
      return;
    }
    left -= 1;
    const resolve = send;
    send = undefined;
    resolve(next());
  };
  const answer = () =>
    new Promise((resolve) => {
      send = resolve;
      step();
    });
  /** Releases this many answers; resolves when the page has received the last and polls again. */
  const release = (count) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const message = `measuring a view: it did not poll for ${count} more snapshots within ${TIMEOUT / 1000} s`;
        const timer = setTimeout(() => reject(new Error(message)), TIMEOUT);
        left = count;
        finished = () => {
          clearTimeout(timer);
          resolve();
        };
        step();
      })
    );
  return { answer, release };
}
