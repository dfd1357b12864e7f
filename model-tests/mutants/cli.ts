import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '#server/closed-pipe.ts';
import fc from 'fast-check';
import { type Catalogue, catalogue } from './catalogue.ts';
import { type Environment, environmentOf } from './environment.ts';
import { equivalent } from './equivalent.ts';
import { Laboratory } from './laboratory.ts';
import type { Mutant } from './mutant.ts';
import { findReach, isQuick } from './reach.ts';
import { diffOf, lineOf, summary } from './report.ts';
import { type Fate, tryMutants } from './run.ts';

const usage = `npm run mutants -- [options]: breaks the code in small ways, and tells which ways no test notices

  --folder <path>  only mutants of this folder or file
  --sample <n>     as many, chosen at random
  --seed <n>       repeats a choice
  --mutant <id>    shows one, and tries it
  --again          only those that survived the last time
  --quick          only mutants of machines whose tests take a second
`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
    again: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const lastPath = path.resolve(import.meta.dirname, '../../node_modules/.cache/mutants/survivors.json');

if (values.help) {
  process.stdout.write(usage);
} else {
  process.exitCode = await main();
}

async function main(): Promise<number> {
  const all = catalogue();
  const chosen = choose(all.mutants);
  if (chosen.length === 0) {
    process.stderr.write(`No such mutants.\n\n${usage}`);
    return 2;
  }
  if (values.mutant) process.stdout.write(`${chosen.map(diffOf).join('\n')}\n`);
  const started = Date.now();
  const fates: Fate[] = [];
  for (const environment of ['node', 'jsdom'] as const) {
    const mutants = chosen.filter(({ file }) => environmentOf(file) === environment);
    if (mutants.length > 0) fates.push(...(await tryIn(environment, mutants, all)));
  }
  const { lines, isEnough } = summary(fates, values.sample !== undefined);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`\n${lines.join('\n')}\n\n${fates.length} mutants in ${seconds} s\n`);
  return isEnough ? 0 : 1;
}

async function tryIn(environment: Environment, mutants: Mutant[], all: Catalogue): Promise<Fate[]> {
  const laboratory = new Laboratory(all, environment);
  const sources = new Set(mutants.map(({ file }) => file));
  const reaches = await findReach(sources, all, laboratory, environment, values.quick);
  const fates = await tryMutants(mutants, all, reaches, laboratory, ({ mutant, fate, by }) => {
    remember(mutant.id, fate);
    if (values.mutant || fate !== 'killed')
      process.stdout.write(`${fate.padEnd(10)}${by ?? lineOf(mutant)}\n`);
  });
  await laboratory.close();
  return fates;
}

function choose(mutants: Mutant[]): Mutant[] {
  if (values.mutant) return mutants.filter(({ id }) => id === values.mutant);
  const survived = values.again ? survivors() : null;
  const possible = mutants.filter(
    ({ id, file }) =>
      file.startsWith(values.folder) &&
      (!values.quick || isQuick(file)) &&
      !(id in equivalent) &&
      (survived === null || survived.has(id)),
  );
  if (values.sample === undefined) return possible;
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  process.stdout.write(`${values.sample} of ${possible.length} mutants, repeated with --seed ${seed}\n`);
  const size = Math.min(Number(values.sample), possible.length);
  return (
    fc.sample(fc.shuffledSubarray(possible, { minLength: size, maxLength: size }), { seed, numRuns: 1 })[0] ??
    []
  );
}

function survivors(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(lastPath, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

function remember(id: string, fate: Fate['fate']): void {
  const known = survivors();
  if (fate === 'killed' && !known.delete(id)) return;
  if (fate !== 'killed') known.add(id);
  mkdirSync(path.dirname(lastPath), { recursive: true });
  writeFileSync(lastPath, JSON.stringify([...known]));
}
