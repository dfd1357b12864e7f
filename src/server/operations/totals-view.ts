import type { Infer } from '#contract/call.ts';
import type { MachineTotals, workshopCalls } from '#contract/workshop.ts';
import { movers } from '#domain/journal.ts';
import { type StatusMachine, statusMachines } from '#domain/status-machine.ts';
import { statesOf } from '#machines/drawing/arrows.ts';
import { statusMachineOf } from '#machines/status-machines.ts';
import { SHOWN_FROM } from '#server/analytics/expiry.ts';
import { type CountedMoves, readMoves } from '#server/analytics/moves.ts';
import type { DayRange } from '#server/analytics/report.ts';
import type { Database } from '#server/storage/database.ts';
import { type PresentCount, presentCounts } from './present-counts.ts';

type Totals = Omit<Infer<typeof workshopCalls.getTotals.answer>, 'forms'>;

/**
 * Returns the moves of status machines in a range of days, and the number of processes in each state now, without
 * those of people who do not want to be counted.
 */
export async function totalsOf(db: Database, range: DayRange): Promise<Totals> {
  const [moves, present] = await Promise.all([readMoves(db, range), presentCounts(db)]);
  return {
    ...range,
    machines: statusMachines.map((machine) =>
      machineTotals(
        machine,
        moves.filter((move) => move.machine === machine),
        present[machine],
      ),
    ),
    ends: endsOf(moves),
  };
}

const sum = (moves: readonly CountedMoves[], part: 'count' | 'stays' | 'seconds'): number =>
  moves.reduce((total, move) => total + move[part], 0);

function machineTotals(
  machine: StatusMachine,
  moves: CountedMoves[],
  present: PresentCount[],
): MachineTotals {
  return {
    machine,
    states: statesOf(statusMachineOf[machine]).map((state) => {
      const left = moves.filter(({ from }) => from === state);
      const stays = sum(left, 'stays');
      return {
        state,
        now: present.find((one) => one.state === state)?.count ?? 0,
        stays,
        // The average of few is how long one of them took.
        averageSeconds: stays < SHOWN_FROM ? null : Math.round(sum(left, 'seconds') / stays),
      };
    }),
    arrows: arrowsOf(moves),
  };
}

/** Drafts that ended without an arrow are not among them. */
function arrowsOf(moves: readonly CountedMoves[]): MachineTotals['arrows'] {
  const taken = Map.groupBy(
    moves.filter(({ to }) => to !== ''),
    ({ event, from, to, rule }) => [event, from, to, rule].join('\n'),
  );
  return [...taken.values()]
    .map((same) => {
      const { event, from, to, rule } = same[0]!;
      const by = movers.map(
        (mover) =>
          [
            mover,
            sum(
              same.filter((one) => one.by === mover),
              'count',
            ),
          ] as const,
      );
      return {
        event: event || null,
        from: from || null,
        to,
        rule: rule || null,
        count: sum(same, 'count'),
        by: Object.fromEntries(by) as MachineTotals['arrows'][number]['by'],
      };
    })
    .sort((one, other) => other.count - one.count || nameOf(one).localeCompare(nameOf(other)));
}

/** Arrows of several states may have the same rule. */
const nameOf = ({ rule, from, to }: MachineTotals['arrows'][number]): string => [rule, from, to].join(' ');

function endsOf(moves: readonly CountedMoves[]): Totals['ends'] {
  const ended = moves.filter(({ machine, to }) => machine === 'process' && (to === '' || to === 'deleted'));
  const ends = statesOf(statusMachineOf.process).map((state) => {
    const here = ended.filter(({ from }) => from === state);
    const deleted = sum(
      here.filter(({ to }) => to === 'deleted'),
      'count',
    );
    return { state, deleted, expired: sum(here, 'count') - deleted };
  });
  return ends.filter(({ deleted, expired }) => deleted + expired > 0);
}
