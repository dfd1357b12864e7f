import { expect, it } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import { selectMissing } from '#machines/conflict/conflict.selectors.ts';
import type { ConflictContext, ConflictReport, Decided } from '#machines/conflict/conflict.types.ts';
import { conflictEnds, conflictSubject, conflictView } from './conflict.subject.ts';
import { type Live, runLive } from './live.ts';
import { processViews } from './process-views.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** The person has chosen everything that is sent, for exactly the values on the screen, and nothing is left out. */
function observer(): Observer<{ type: string }> {
  let sent = 0;
  return {
    afterStep: (live: Live, event) => {
      const { conflict, choices } = live.snapshot().context as ConflictContext;
      const calls = live.calls('decideConflict') as Decided[];
      if (calls.length > sent) {
        expect(event.type, 'a decision follows a wish of the person').toBe('decision.confirmed');
        const { apply, correct, hash } = calls.at(-1)!;
        expect(hash).toBe(conflict!.hash);
        expect([...apply, ...correct].sort()).toEqual(conflict!.differences.map(({ key }) => key).sort());
        for (const { key, locked } of conflict!.differences) {
          if (locked) expect(apply, 'what is locked is taken from the account').toContain(key);
        }
      }
      sent = calls.length;
      for (const { key, locked } of conflict?.differences ?? []) {
        if (locked && live.state() === 'deciding') expect(choices[key]).toBe('apply');
      }
      expect(live.underWay('decideConflict')).toBe(live.state() === 'saving' ? 1 : 0);
      expect(live.underWay('loadConflict')).toBe(live.state() === 'loading' ? 1 : 0);
    },
  };
}

it('leads through every arrow to a decision about everything', async () => {
  const missing = await runFlow(
    { subject: conflictSubject, ends: conflictEnds, observer: observer as never },
    {
      ...internalTypes,
      'choice.made': true,
      'decision.confirmed': true,
      'locale.changed': true,
      'network.restored': true,
      'retry.requested': true,
    },
  );
  expect(missing).toEqual([]);
});

const begin = async () => {
  const live = runLive(conflictMachine, () => ({ processId: 'p', locale: 'de' }), Object.keys(conflictEnds));
  await live.answer('loadConflict', conflictView);
  return live;
};
const choicesOf = ({ snapshot }: Live) => (snapshot().context as ConflictContext).choices;

it('asks again for what is missing, and names it', async () => {
  const live = await begin();
  expect(selectMissing(live.snapshot() as never)).toEqual([]);
  await live.bring({ type: 'decision.confirmed' });
  expect(selectMissing(live.snapshot() as never)).toEqual(['name', 'town']);
  await live.bring({ type: 'choice.made', key: 'town', choice: 'correct' } as never);
  await live.bring({ type: 'decision.confirmed' });
  expect(selectMissing(live.snapshot() as never)).toEqual(['name']);
  expect(live.calls('decideConflict')).toEqual([]);
  live.stop();
});

it('keeps the choices in the other language', async () => {
  const live = await begin();
  await live.bring({ type: 'choice.made', key: 'name', choice: 'correct' } as never);
  await live.bring({ type: 'locale.changed', locale: 'en' } as never);
  expect(live.calls('loadConflict').at(-1)).toEqual({ processId: 'p', locale: 'en' });
  expect(await live.bring({ type: 'decision.confirmed' }), 'only what can be read is decided').toBe(
    'refused',
  );
  await live.answer('loadConflict', { ...conflictView, lang: 'en' });
  expect(choicesOf(live)).toEqual({ name: 'correct', born: 'apply' });
  live.stop();
});

it('takes what is locked from the account, whatever is chosen', async () => {
  const live = await begin();
  await live.bring({ type: 'choice.made', key: 'born', choice: 'correct' } as never);
  await live.bring({ type: 'choice.made', key: null, choice: 'correct' } as never);
  expect(choicesOf(live)).toEqual({ name: 'correct', town: 'correct', born: 'apply' });
  live.stop();
});

it('forgets why it failed when it is tried again', async () => {
  const live = await begin();
  await live.bring({ type: 'choice.made', key: null, choice: 'apply' } as never);
  await live.bring({ type: 'decision.confirmed' });
  await live.refuse('decideConflict', { code: 'network' });
  expect((live.snapshot().context as ConflictContext).problem).toEqual({ code: 'network' });
  await live.bring({ type: 'decision.confirmed' });
  expect((live.snapshot().context as ConflictContext).problem).toBeNull();
  live.stop();
});

it('is over when nothing is left to decide', async () => {
  const live = runLive(conflictMachine, () => ({ processId: 'p', locale: 'de' }), Object.keys(conflictEnds));
  await live.answer('loadConflict', { ...conflictView, differences: [] });
  expect(live.state()).toBe('over');
  live.stop();
});

it('forgets the choices when the values are others, and loads nothing before it is asked to', async () => {
  const live = await begin();
  await live.bring({ type: 'choice.made', key: null, choice: 'apply' } as never);
  await live.bring({ type: 'decision.confirmed' });
  await live.refuse('decideConflict', { code: 'version-conflict' });
  const [name] = conflictView.differences;
  await live.answer('loadConflict', {
    ...conflictView,
    hash: 'other',
    differences: [{ ...name!, account: 'Voß' }],
  });
  expect(choicesOf(live)).toEqual({});
  expect((live.snapshot().context as ConflictContext).problem).toEqual({ code: 'version-conflict' });
  live.stop();
});

it('tells its parent how it ended, and where the person corrects their first entry', async () => {
  const reports: ConflictReport[] = [];
  const answered = conflictMachine.provide({
    actors: {
      loadConflict: fromPromise(async () => conflictView) as never,
      decideConflict: fromPromise(async () => processViews.editing) as never,
    },
  });
  const parent = setup({ types: { events: {} as ConflictReport }, actions: { note: () => undefined } });
  const root = createActor(
    parent.createMachine({ on: { '*': { actions: 'note' } } }).provide({
      actions: { note: ({ event }) => void reports.push(event) },
    }),
  ).start();
  const actor = createActor(answered, { input: { processId: 'p', locale: 'de', parent: root } }).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('deciding');
  actor.send({ type: 'choice.made', key: 'name', choice: 'apply' });
  actor.send({ type: 'choice.made', key: 'town', choice: 'correct' });
  actor.send({ type: 'decision.confirmed' });
  await expect.poll(() => actor.getSnapshot().value).toBe('over');
  expect(reports).toEqual([
    { type: 'conflict.decided', process: processViews.editing, toCorrect: [{ key: 'town', page: 'home' }] },
  ]);
  root.stop();
});
