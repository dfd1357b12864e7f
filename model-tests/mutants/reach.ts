import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue } from './catalogue.ts';
import { closureOf, stateOf } from './closure.ts';
import { type Environment, testsWithDocument } from './environment.ts';
import type { Laboratory } from './laboratory.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/mutants');

/** Files that decide which mutants there are. */
const OWN = ['instrument', 'machine-operators', 'nodes', 'operators', 'screen-operators'].map(
  (name) => `model-tests/mutants/${name}.ts`,
);

/** Mutants that a test file reaches, by their ids. */
export type Reach = {
  file: string;
  ms: number;
  /** Tests that fail without any mutant, so that the file proves nothing. */
  failed: string[];
  /** Reached while the file is loaded. */
  always: string[];
  /** Reached by single tests. */
  tests: Record<string, string[]>;
};

/** Minutes of processor time each. Shorter files notice the same mutants, or these would notice them too late. */
const TOO_LONG = [
  'model-tests/flows/application.test.ts',
  'model-tests/flows/form.test.ts',
  'model-tests/machine/process.test.ts',
  'model-tests/machine/process.property.test.ts',
  'model-tests/forms/same-rules.test.ts',
];

/** Breaks copies of the machines of its own, in which no mutant is: it knows only whole machines. */
const OWN_COPIES = ['model-tests/machine/conditions.test.ts'];

/** About machines, but not in a second: they are left out when it must go quickly. */
const SLOW = /\/(embedded|form\.property|session|house-rules|text-readers)\.test\.ts$/;

/** About the server, although it runs machines. */
const OF_SERVER = /^(src|model-tests\/use-cases)\//;

/** True if a second is enough to test the mutants of a file. */
export const isQuick = (file: string): boolean =>
  /^machines\/(?!application|embedded|form|session|drawing|kit|all-machines)/.test(file);

/** Folders with the tests of the mutated code. Other tests reach it as well, but check something else. */
const FOLDERS = [
  'machines',
  'model-tests/{flows,forms,machine,oracle,use-cases}',
  'src/{forms,contract,stand-ins}',
  'src/server/{content/forms,engines,identity,jobs,neighbours,payment,processes,sending,sessions,submission}',
  'src/server/{http/security,storage,use-cases,views,windows,workflow}',
];

/** Test files without a server or a browser, in Node. */
const testFiles = (): string[] =>
  globSync(
    FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root },
  )
    .filter((file) => !TOO_LONG.includes(file) && !OWN_COPIES.includes(file))
    .sort();

/**
 * Mutants that the test files reach, for files that import one of the sources. Results are kept until a file in their
 * imports changes.
 */
export async function findReach(
  sources: Set<string>,
  { mutants }: Catalogue,
  laboratory: Laboratory,
  environment: Environment,
  isHurried = false,
): Promise<Reach[]> {
  mkdirSync(cache, { recursive: true });
  const reaches: Reach[] = [];
  const unknown: { file: string; at: string }[] = [];
  const isAboutMachines = [...sources].every((source) => source.startsWith('machines/'));
  for (const file of environment === 'jsdom' ? testsWithDocument() : testFiles()) {
    if ((isHurried && SLOW.test(file)) || (isAboutMachines && OF_SERVER.test(file))) continue;
    const closure = closureOf(file);
    if (![...closure.keys()].some((imported) => sources.has(imported))) continue;
    const at = path.join(cache, `${stateOf(closure, OWN)}.json`);
    try {
      reaches.push(JSON.parse(readFileSync(at, 'utf8')) as Reach);
    } catch {
      unknown.push({ file, at });
    }
  }
  const idOf = (index: number) => mutants[index - 1]!.id;
  await laboratory.run({ kind: 'reach', files: unknown.map(({ file }) => path.join(root, file)) }, (said) => {
    if (said.said !== 'reached') return;
    const file = path.relative(root, said.file);
    const tests = Object.entries(said.tests).map(([id, reached]) => [id, reached.map(idOf)]);
    const reach: Reach = {
      file,
      ms: said.ms,
      failed: said.failed,
      always: said.always.map(idOf),
      tests: Object.fromEntries(tests),
    };
    // A failure may be one of a busy machine: it is not remembered.
    if (reach.failed.length > 0)
      process.stderr.write(`${file} fails without a mutant: ${reach.failed.join(' | ')}\n`);
    else writeFileSync(unknown.find((one) => one.file === file)!.at, JSON.stringify(reach));
    reaches.push(reach);
  });
  return reaches;
}
