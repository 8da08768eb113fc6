// Random numbers that a seed repeats.

/** The seed of this test: CHAOS_SEED, or a new one. */
export const seed = Number(process.env.CHAOS_SEED || Math.floor(Math.random() * 2 ** 32));

/** A generator of whole numbers below a limit (the mulberry32 sequence). */
export function generator(start) {
  let state = start >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
