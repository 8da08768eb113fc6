// Answers to a page that asks again and again: given as many at a time as a measure wants, so that it
// knows what the page does for each.

const PATIENCE = 300_000;

/** `next()` gives an answer. The first one is given at once, the others by `run`. */
export function turns(next) {
  let left = 1;
  let send;
  let over = () => {};
  const step = () => {
    if (send === undefined) return;
    if (left === 0) return over();
    left -= 1;
    const answer = send;
    send = undefined;
    answer(next());
  };
  const give = () =>
    new Promise((resolve) => {
      send = resolve;
      step();
    });
  /** Gives so many; settles when the page has taken the last of them and asks for another. */
  const run = (count) =>
    new Promise((resolve, reject) => {
      const why = `measuring a view: it has not asked for ${count} more pictures within ${PATIENCE / 1000} s`;
      const late = setTimeout(() => reject(new Error(why)), PATIENCE);
      left = count;
      over = () => {
        clearTimeout(late);
        resolve();
      };
      step();
    });
  return { give, run };
}
