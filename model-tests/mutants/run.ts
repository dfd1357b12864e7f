import path from 'node:path';
import type { Catalogue } from './catalogue.ts';
import type { Laboratory } from './laboratory.ts';
import type { Mutant } from './mutant.ts';
import type { Reach } from './reach.ts';
import { trialsOf } from './trials.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Result of a mutant: killed by a test, survived all that reach it, or reached by none. */
export type Fate = { mutant: Mutant; fate: 'killed' | 'survived' | 'unreached'; by?: string };

/** Tries the mutants one after the other. */
export async function tryMutants(
  mutants: Mutant[],
  { mutants: all }: Catalogue,
  reaches: Reach[],
  laboratory: Laboratory,
  hear: (fate: Fate) => void,
): Promise<Fate[]> {
  const fates: Fate[] = [];
  const tell = (fate: Fate) => {
    fates.push(fate);
    hear(fate);
  };
  let left = mutants.flatMap((mutant) => {
    const trials = trialsOf(mutant, reaches);
    if (trials.length > 0) return [{ index: mutant.index, source: mutant.file, trials }];
    tell({ mutant, fate: 'unreached' });
    return [];
  });
  while (left.length > 0) {
    let current = 0;
    const done = new Set<number>();
    await laboratory.run({ kind: 'try', mutants: left }, (said) => {
      if (said.said === 'begins') current = said.index;
      if (said.said !== 'killed' && said.said !== 'survived') return;
      done.add(said.index);
      const mutant = all[said.index - 1]!;
      if (said.said === 'survived') tell({ mutant, fate: 'survived' });
      else tell({ mutant, fate: 'killed', by: `${path.relative(root, said.file)} › ${said.test}` });
    });
    // The process has been ended, or has ended itself: the mutant makes it run for ever, or out of memory.
    if (left.some(({ index }) => !done.has(index)) && !done.has(current)) {
      done.add(current);
      tell({ mutant: all[current - 1]!, fate: 'killed', by: 'the process never ended' });
    }
    left = left.filter(({ index }) => !done.has(index));
  }
  return fates;
}
