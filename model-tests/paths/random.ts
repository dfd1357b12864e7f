/**
 * Settings of random walks: `MODEL_TEST_SEED` repeats a run, `MODEL_TEST_RUNS` makes it longer, e.g. at night. Prints
 * the seed, so that a failure can be repeated.
 */
export function randomRun(what: string, numRuns: number): { seed: number; numRuns: number } {
  const seed = Number(process.env.MODEL_TEST_SEED ?? Date.now() % 2 ** 31);
  console.log(`${what}: random walks with MODEL_TEST_SEED=${seed}`);
  return { seed, numRuns: Number(process.env.MODEL_TEST_RUNS ?? numRuns) };
}
