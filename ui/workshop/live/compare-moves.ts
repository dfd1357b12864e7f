import { type Recording, standingsAt } from './recording.ts';

/** Ids of the arrows that the workflows of a name took, in the order in which they did. */
export function movesOf(recording: Recording, machine: string): string[] {
  const standings = standingsAt(recording, recording.entries.length);
  return recording.entries.flatMap(({ actor, arrows }) =>
    standings.get(actor)?.actor.name === machine ? arrows : [],
  );
}

/** The path that differs least from the moves; of equals the first. Undefined without any. */
export function nearestPath<Path extends { arrows: readonly string[] }>(
  moves: readonly string[],
  paths: readonly Path[],
): Path | undefined {
  let least = Number.POSITIVE_INFINITY;
  let nearest: Path | undefined;
  for (const path of paths) {
    const count = compareMoves(moves, path.arrows).filter(({ here, there }) => here !== there).length;
    if (count >= least) continue;
    least = count;
    nearest = path;
  }
  return nearest;
}

/** A move of both, or of one of two recordings; null where the other one has none. */
export type Compared = { here: string | null; there: string | null };

/** Most moves that are compared: the work grows with the square. */
const MOST = 1000;

/** The moves of two recordings side by side, with as many pairs of equal ones as their orders allow. */
export function compareMoves(allHere: readonly string[], allThere: readonly string[]): Compared[] {
  const [here, there] = [allHere.slice(-MOST), allThere.slice(-MOST)];
  /** Number of equal pairs from a position in each to their ends. */
  const pairs = Array.from({ length: here.length + 1 }, () => new Uint16Array(there.length + 1));
  const pairsAt = (i: number, j: number): number => pairs[i]?.[j] ?? 0;
  for (let i = here.length - 1; i >= 0; i -= 1) {
    for (let j = there.length - 1; j >= 0; j -= 1) {
      pairs[i]![j] =
        here[i] === there[j] ? pairsAt(i + 1, j + 1) + 1 : Math.max(pairsAt(i + 1, j), pairsAt(i, j + 1));
    }
  }
  const compared: Compared[] = [];
  let [i, j] = [0, 0];
  while (i < here.length || j < there.length) {
    const [one = null, other = null] = [here[i], there[j]];
    if (one !== null && one === other) {
      compared.push({ here: one, there: other });
      i += 1;
      j += 1;
    } else if (other === null || (one !== null && pairsAt(i + 1, j) >= pairsAt(i, j + 1))) {
      compared.push({ here: one, there: null });
      i += 1;
    } else {
      compared.push({ here: null, there: other });
      j += 1;
    }
  }
  return compared;
}
