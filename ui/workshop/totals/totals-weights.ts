import type { MachineTotals } from '#contract/workshop.ts';
import type { Locale } from '#domain/locale.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { arrowOf } from '../applications/journal-recording.ts';
import type { Weight } from '../diagram/diagram-props.ts';

/** Weights for the drawing: the number in a state now, and how often an arrow was taken. */
export function totalsWeights(
  { states }: DescribedMachine,
  totals: MachineTotals,
  locale: Locale,
): ReadonlyMap<string, Weight> {
  const number = new Intl.NumberFormat(locale);
  const inState = new Map(totals.states.map(({ state, now }) => [state, now]));
  const byArrow = new Map<string, number>();
  for (const { event, from, to, rule, count } of totals.arrows) {
    const arrow = arrowOf({ machine: totals.machine, event, from, to, rule, refused: false });
    if (arrow) byArrow.set(arrow.id, (byArrow.get(arrow.id) ?? 0) + count);
  }
  const drawn = new Set(states.map(({ path }) => path));
  return new Map([
    ...weightsOf(
      [...inState].filter(([state, now]) => now > 0 && drawn.has(state)),
      number,
    ),
    ...weightsOf([...byArrow], number),
  ]);
}

function weightsOf(
  counts: readonly (readonly [string, number])[],
  number: Intl.NumberFormat,
): [string, Weight][] {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return counts.map(([id, count]) => [id, { text: number.format(count), share: count / most }]);
}
