// Rounds: A B C, B C A, C A B, so that what else the machine does meets all of them alike.

/** How many rounds to run: ROUNDS, or what the measure thinks fit. */
export const rounds = (fit) => Number(process.env.ROUNDS ?? fit);

/** What `sample(name)` gives, for every name as often as there are rounds. */
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
