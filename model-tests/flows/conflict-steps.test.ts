import { describe, expect, it } from 'vitest';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import { correctionsOf, decidedOf } from '#machines/conflict/conflict.queries.ts';
import {
  selectChoiceForAll,
  selectChoices,
  selectConflict,
  selectFailedAttempts,
  selectIsBusy,
  selectIsUnavailable,
  selectMissing,
  selectProblem,
} from '#machines/conflict/conflict.selectors.ts';
import { conflictEnds, conflictView } from './conflict.subject.ts';
import { follow, type Step } from './follow.ts';
import { hearing, runLive } from './live.ts';

/** `name` and `town` can be chosen, `born` is the account's. */
const view = conflictView;

function open() {
  const { parent, told } = hearing();
  const input = () => ({ processId: 'p-1', locale: 'de', parent });
  return { ...runLive(conflictMachine, input, Object.keys(conflictEnds)), told };
}
type Live = ReturnType<typeof open>;

const loaded = (about: object = {}, known: object = {}): Step => [
  { answer: 'loadConflict', output: { ...view, ...about } },
  'deciding',
  { conflict: { ...view, ...about }, ...known },
];
const choose = (
  key: string | null,
  choice: 'apply' | 'keep' | 'correct',
  choices: object,
  state = 'deciding',
): Step => [
  { type: 'choice.made', key, choice } as never,
  state,
  { choices, choiceForAll: key === null ? choice : null },
];
const confirm = (state: string, known?: object): Step => [{ type: 'decision.confirmed' }, state, known];
const read = (live: Live) => {
  const snapshot = live.snapshot() as never;
  return {
    conflict: selectConflict(snapshot),
    choices: selectChoices(snapshot),
    choiceForAll: selectChoiceForAll(snapshot),
    failedAttempts: selectFailedAttempts(snapshot),
    problem: selectProblem(snapshot),
    isUnavailable: selectIsUnavailable(snapshot),
    isBusy: selectIsBusy(snapshot),
    missing: selectMissing(snapshot),
  };
};
const nothing = {
  conflict: null,
  choices: {},
  choiceForAll: null,
  failedAttempts: 0,
  problem: null,
  isUnavailable: false,
  isBusy: true,
  missing: [],
};
const toChoose: Step[] = [loaded(), choose(null, 'apply', { name: 'apply', town: 'apply', born: 'apply' })];

describe('the differences', () => {
  it('are read for the application and the language, and what is the account’s is chosen already', async () => {
    const live = open();
    expect(live.state()).toBe('loading');
    expect(read(live)).toEqual(nothing);
    // Before the first answer there is nothing to choose.
    await follow(live, [choose('name', 'apply', {}, 'loading'), loaded()]);
    expect(read(live)).toEqual({ ...nothing, conflict: view, choices: { born: 'apply' }, isBusy: false });
    expect(live.calls('loadConflict')).toEqual([{ processId: 'p-1', locale: 'de' }]);
  });

  it('that are gone are told, and nothing is asked', async () => {
    const live = open();
    await follow(live, [[{ answer: 'loadConflict', output: { ...view, differences: [] } }, 'over']]);
    expect(live.told).toEqual([{ type: 'conflict.vanished' }]);
  });

  it.each(['not-found', 'form-not-found', 'draft-expired', 'trust-level-too-low'])(
    'that this login may not see are told: %s',
    async (code) => {
      const live = open();
      await follow(live, [[{ refuse: 'loadConflict', error: { code } }, 'over']]);
      expect(live.told).toEqual([{ type: 'conflict.lost', problem: { code } }]);
    },
  );

  it.each(['retry.requested', 'network.restored'])('that cannot be read are read again: %s', async (type) => {
    const live = open();
    const problem = { code: 'network' };
    await follow(live, [[{ refuse: 'loadConflict', error: problem }, 'unavailable', { problem }]]);
    expect(read(live)).toMatchObject({ isUnavailable: true, isBusy: false, problem });
    await follow(live, [[{ type }, 'loading', { problem: null }], loaded()]);
    expect(live.told).toEqual([]);
  });

  it('are read in another language, and what is chosen meanwhile stays', async () => {
    const live = open();
    await follow(live, [
      loaded(),
      choose('name', 'correct', { name: 'correct', born: 'apply' }),
      [{ type: 'locale.changed', locale: 'en' } as never, 'loading'],
      // Only what can be read is decided.
      confirm('loading', { failedAttempts: 0 }),
      choose('town', 'apply', { name: 'correct', town: 'apply', born: 'apply' }, 'loading'),
      loaded({ lang: 'en' }, { choices: { name: 'correct', town: 'apply', born: 'apply' } }),
    ]);
    expect(live.calls('loadConflict')).toEqual([
      { processId: 'p-1', locale: 'de' },
      { processId: 'p-1', locale: 'en' },
    ]);
  });

  it('that have changed since are chosen for anew', async () => {
    const live = open();
    await follow(live, [
      ...toChoose,
      [{ type: 'locale.changed', locale: 'en' } as never, 'loading'],
      loaded({ lang: 'en', hash: 'h2' }),
    ]);
    expect(read(live).choices).toEqual({ born: 'apply' });
  });
});

describe('the decision', () => {
  it('is for one field or for all that leave a choice', async () => {
    const live = open();
    await follow(live, [
      loaded(),
      choose('name', 'correct', { name: 'correct' }),
      choose('born', 'correct', { name: 'correct', born: 'apply' }),
      choose('unknown', 'correct', { name: 'correct', born: 'apply' }),
    ]);
    expect(read(live).choices).toEqual({ name: 'correct', born: 'apply' });
    await follow(live, [choose(null, 'keep', { name: 'keep', town: 'keep', born: 'apply' })]);
  });

  it('is complete before it is saved; each attempt without counts, and says what is missing', async () => {
    const live = open();
    await follow(live, [loaded(), confirm('deciding')]);
    expect(read(live)).toMatchObject({ failedAttempts: 1, missing: ['name', 'town'] });
    await follow(live, [choose('name', 'apply', {}), confirm('deciding')]);
    expect(read(live)).toMatchObject({ failedAttempts: 2, missing: ['town'] });
    await follow(live, [choose('town', 'apply', {}), confirm('saving')]);
    expect(read(live)).toMatchObject({ missing: [], isBusy: true });
    expect(live.calls('decideConflict')).toHaveLength(1);
  });

  it('says what was chosen on which ground, and leads to what is to be corrected, or on', async () => {
    const live = open();
    await follow(live, [
      loaded(),
      choose('name', 'apply', {}),
      choose('town', 'correct', {}),
      confirm('saving', { problem: null }),
    ]);
    expect(live.calls('decideConflict')).toEqual([
      {
        processId: 'p-1',
        locale: 'de',
        version: 3,
        hash: 'h1',
        apply: ['name', 'born'],
        keep: [],
        correct: ['town'],
      },
    ]);
    await follow(live, [[{ answer: 'decideConflict', output: { id: 'p-1' } }, 'over']]);
    expect(live.told).toEqual([
      { type: 'conflict.decided', process: { id: 'p-1' }, toCorrect: [{ key: 'town', page: 'home' }] },
    ]);
    const other = open();
    await follow(other, [...toChoose, confirm('saving')]);
    await follow(other, [[{ answer: 'decideConflict', output: { id: 'p-1' } }, 'over']]);
    expect(other.told).toEqual([{ type: 'conflict.decided', process: { id: 'p-1' }, toCorrect: [] }]);
  });

  it.each(['version-conflict', 'status-conflict', 'input-invalid'])(
    'about what is not so any more is asked again: %s',
    async (code) => {
      const live = open();
      const problem = { code };
      await follow(live, [
        ...toChoose,
        confirm('saving'),
        [{ refuse: 'decideConflict', error: problem }, 'loading', { problem }],
        loaded(),
      ]);
    },
  );

  it('that cannot be saved is kept, with the problem, until it can', async () => {
    const live = open();
    const problem = { code: 'network' };
    await follow(live, [
      ...toChoose,
      confirm('saving'),
      [{ refuse: 'decideConflict', error: problem }, 'deciding', { problem }],
    ]);
    expect(read(live).problem).toEqual(problem);
    await follow(live, [confirm('saving', { problem: null })]);
  });

  it('that this login may not make any more is told', async () => {
    const live = open();
    const problem = { code: 'trust-level-too-low' };
    await follow(live, [
      ...toChoose,
      confirm('saving'),
      [{ refuse: 'decideConflict', error: problem }, 'over'],
    ]);
    expect(live.told).toEqual([{ type: 'conflict.lost', problem }]);
  });

  it('is about nothing while nothing is known', () => {
    const context = { processId: 'p', locale: 'de', conflict: null, choices: {} } as never;
    expect(decidedOf(context)).toEqual({
      processId: 'p',
      locale: 'de',
      version: 0,
      hash: '',
      apply: [],
      keep: [],
      correct: [],
    });
    expect(correctionsOf(context)).toEqual([]);
  });
});
