// Interleaved rounds: A B C, B C A, C A B, so that other load on the machine affects all alike.

/** The number of rounds: ROUNDS, or the default of the measure. */
export const rounds = (byDefault) => Number(process.env.ROUNDS ?? byDefault);

/** The results of `sample(name)` for each name, one per round. */
export async function interleave(names, rounds, sample) {
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      samples[name].push(await sample(name));
    }
  }
  return samples;
}
