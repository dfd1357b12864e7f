import path from 'node:path';
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';
import { readKeptRun } from './reporting/kept-run.ts';

/** Seconds of a file that no kept run knows. */
const UNKNOWN = 10;

const root = path.resolve(import.meta.dirname, '..');

/**
 * The project with servers comes first, as it takes longer. Files of a project follow each other, as a process is used
 * again only for the next file of the same project.
 */
const projects = ['server', 'screens', 'unit'];
const placeOfProject = ({ project }: TestSpecification): number => projects.indexOf(project.name);

/**
 * Begins with the longest files of a project, by the kept run: started last they would leave a core idle. Small ones
 * fill the gaps at the end.
 */
export class LongestFirst implements TestSequencer {
  readonly #seconds = readKeptRun().seconds;
  readonly #vitest: Vitest;

  constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted(
      (a, b) => placeOfProject(a) - placeOfProject(b) || this.#secondsOf(b) - this.#secondsOf(a),
    );
  }

  /** `--shard=1/2`: parts that take equally long. */
  shard(files: TestSpecification[]): TestSpecification[] {
    const { index, count } = this.#vitest.config.shard!;
    return dealt(files, (file) => this.#secondsOf(file), count)[index - 1]!;
  }

  #secondsOf = ({ moduleId }: TestSpecification): number =>
    this.#seconds[path.relative(root, moduleId)] ?? UNKNOWN;
}

/** Deals things into hands of about the same weight: the heaviest first, each to the lightest hand. */
export function dealt<T>(things: readonly T[], weightOf: (thing: T) => number, hands: number): T[][] {
  const all = Array.from({ length: hands }, () => ({ held: [] as T[], weight: 0 }));
  for (const thing of things.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    const lightest = all.reduce((best, hand) => (hand.weight < best.weight ? hand : best));
    lightest.held.push(thing);
    lightest.weight += weightOf(thing);
  }
  return all.map(({ held }) => held);
}
