import { gather, type Stay } from '../kit/crowd.ts';
import { type Figure, percentile, type Scenario } from '../kit/figures.ts';
import type { Kind } from '../kit/guest.ts';
import { startMeasured } from '../kit/server-process.ts';

const NORMAL = 50;
const people = NORMAL * 10;
const PROCESSES = 2;
const WARM_UP_MS = 4_000;
const NORMAL_MS = 10_000;
const OVERLOAD_MS = 30_000;
const kinds: readonly Kind[] = ['save', 'read', 'page'];

export const overload: Scenario = {
  title: 'Overload',
  about: `${people} people at once instead of ${NORMAL}: of ten things 8 are saves of the whole housing benefit form, 1 is a look at the application, 1 a search whose page is made anew; half a second of rest after each; ${OVERLOAD_MS / 1000} s, from ${PROCESSES} other processes`,
  measure: async () => {
    const { portal, memory } = await startMeasured();
    const crowd = await gather(portal.url, people, PROCESSES);
    try {
      await crowd.stay(NORMAL, WARM_UP_MS);
      const calm = await crowd.stay(NORMAL, NORMAL_MS);
      const before = await memory();
      let peak = before;
      const watching = setInterval(async () => {
        peak = Math.max(peak, await memory());
      }, 500);
      const load = await crowd.stay(people, OVERLOAD_MS);
      clearInterval(watching);
      const lost = await crowd.lost();
      return [
        ...accepted(`${NORMAL} people: `, calm, NORMAL_MS),
        ...accepted(`${people} people: `, load, OVERLOAD_MS, { most: 1000 }),
        ...refused(load),
        { name: 'until something typed is saved, p50', value: percentile(load.untilSaved, 0.5), unit: 'ms' },
        { name: 'until something typed is saved, p99', value: percentile(load.untilSaved, 0.99), unit: 'ms' },
        {
          name: 'people whose last acknowledged save is not what is stored',
          value: lost,
          unit: '',
          budget: { exactly: 0 },
        },
        { name: `memory before ${people} people came`, value: before, unit: 'MB' },
        { name: 'memory at most', value: peak, unit: 'MB' },
      ];
    } finally {
      crowd.leave();
      await portal.close();
    }
  },
};

function accepted(who: string, { ended }: Stay, ms: number, budget?: Figure['budget']): Figure[] {
  const good = ended.filter(({ outcome }) => outcome === 'accepted');
  const at = (share: number, kind?: Kind) =>
    percentile(
      good.filter((it) => kind === undefined || it.kind === kind).map((it) => it.ms),
      share,
    );
  return [
    { name: `${who}accepted`, value: (good.length / ms) * 1000, unit: 'per s' },
    { name: `${who}answer that was accepted, p50`, value: at(0.5), unit: 'ms' },
    { name: `${who}answer that was accepted, p99`, value: at(0.99), unit: 'ms', ...(budget && { budget }) },
    { name: `${who}the slowest of them`, value: at(1), unit: 'ms' },
    ...kinds.map(
      (kind): Figure => ({ name: `${who}${kind} accepted, p99`, value: at(0.99, kind), unit: 'ms' }),
    ),
  ];
}

function refused({ ended }: Stay): Figure[] {
  const refusals = ended.filter(({ outcome }) => outcome === 'refused').map(({ ms }) => ms);
  const failures = ended.filter(({ outcome }) => outcome === 'failed').length;
  return [
    { name: 'asked to come back, share of all requests', value: refusals.length / ended.length, unit: '' },
    {
      name: 'until told to come back, p99',
      value: refusals.length > 0 ? percentile(refusals, 0.99) : 0,
      unit: 'ms',
    },
    { name: 'answered otherwise, or not at all', value: failures, unit: '', budget: { exactly: 0 } },
  ];
}
