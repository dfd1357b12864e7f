import { createHash, randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '#server/closed-pipe.ts';
import fc from 'fast-check';
import { keptFailures, readFailure, storeFailure } from './failures.ts';
import { type Ran, run } from './run.ts';
import { MOST } from './tape.ts';
import { openWorld } from './world.ts';

/**
 * `npm run simulate -- --runs 10000 --seed 7`: so many runs of the whole chain on simulated time, each judged by the laws
 * of the journal (docs/testing.md, "Simulation"). The first failing run is made as small as possible, told, and stored.
 * `--length` is the most choices of a run, of which four are one thing that happens; `--replay FILE` runs a stored one; `--kept` all that failed once and are kept.
 */
/** Numbers of the shortest tape. */
const SHORTEST = 20;
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    length: { type: 'string', default: '28' },
    replay: { type: 'string' },
    kept: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? randomInt(1_000_000));
const [runs, length] = [Number(values.runs), Number(values.length)];
if (![seed, runs, length].every(Number.isInteger) || runs < 1 || length < SHORTEST) {
  console.error(`--runs, --seed and --length take whole numbers, a length of at least ${SHORTEST}`);
  process.exit(2);
}
const folder = path.resolve(import.meta.dirname, '../report/simulation');
const tapesOf = (minLength: number) =>
  fc.array(fc.nat({ max: MOST }), { minLength, maxLength: length, size: 'max' });
/** Made smaller, a failing tape may be shorter. */
const tapes = tapesOf(SHORTEST);
/** Without the bias of fast-check, by which most tapes would be short, and most numbers small. */
const fullTapes = fc.noBias(tapesOf(length));
/** Time for making a failing run smaller, in milliseconds. */
const SHRINKING = 90_000;

const world = await openWorld();
const isGood =
  values.replay !== undefined
    ? await replay(values.replay)
    : (!values.kept || (await replayKept())) && (await simulate());
await world.close();
// Calls of processes that have died are never answered.
process.exit(isGood ? 0 : 1);

async function simulate(): Promise<boolean> {
  const reached = new Map<string, number>();
  const told = createHash('sha1');
  let count = 0;
  for (const tape of fc.sample(fullTapes, { numRuns: runs, seed })) {
    const { log, breaches } = await run(world, tape);
    count += 1;
    told.update(log.join('\n'));
    for (const line of log) {
      const [, state] = /^ {2}application \d is (\w+)$/.exec(line) ?? [];
      if (state) reached.set(state, (reached.get(state) ?? 0) + 1);
    }
    if (breaches.length > 0) {
      console.log(`run ${count} of seed ${seed} breaks a law: ${breaches.join('; ')}`);
      await tellSmallest(tape);
      return false;
    }
  }
  const states = [...reached].map(([state, times]) => `${state} ${times}`).join(', ');
  // Two outputs that are equal are of equal runs.
  console.log(`${count} runs with seed ${seed} keep the laws: ${states} (${told.digest('hex').slice(0, 7)})`);
  return true;
}

/** Tells the smallest run that is found in some time and still breaks a law, and stores it. */
async function tellSmallest(failing: number[]): Promise<void> {
  const keepsLaws = async (tape: number[]) => (await run(world, tape)).breaches.length === 0;
  const shrunk = await fc.check(fc.asyncProperty(tapes, keepsLaws), {
    examples: [[failing]],
    numRuns: 1,
    interruptAfterTimeLimit: SHRINKING,
  });
  const tape = shrunk.counterexample?.[0] ?? failing;
  const ran = await run(world, tape);
  tell(ran);
  console.log(`again: npm run simulate -- --replay ${storeFailure(folder, seed, tape, ran)}`);
}

async function replay(file: string): Promise<boolean> {
  const ran = await run(world, readFailure(file).tape);
  tell(ran);
  return ran.breaches.length === 0;
}

async function replayKept(): Promise<boolean> {
  let isGood = true;
  for (const file of keptFailures()) {
    const { breaches } = await run(world, readFailure(file).tape);
    if (breaches.length > 0) console.log(`${file}: ${breaches.join('; ')}`);
    isGood &&= breaches.length === 0;
  }
  return isGood;
}

function tell({ log, breaches }: Ran): void {
  for (const line of [...log, ...breaches.map((breach) => `BREACH ${breach}`)]) console.log(line);
}
