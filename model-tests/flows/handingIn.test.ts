import { expect, it } from 'vitest';
import { handingInMachine } from '#machines/handingIn/handingIn.machine.ts';
import type { HandingInContext, HandingInEvent } from '#machines/handingIn/handingIn.types.ts';
import type { InternalEvent } from '../paths/subject.ts';
import { arrived, handInPage, handingInEnds, handingInSubject, pdf } from './handingIn.subject.ts';
import { type Live, runLive } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const contextOf = (live: Pick<Live, 'snapshot'>) => live.snapshot().context as HandingInContext;

/** Nothing is handed in, removed or tried again that the person has not asked for; only what has arrived is handed in. */
function observer(): Observer<HandingInEvent | InternalEvent> {
  const asked = { handIn: 0, dropFile: 0, repeatHandIn: 0 };
  let isWanted = false;
  return {
    afterStep: (live: Live, event) => {
      const { page, pendingFiles, isDone, problem } = contextOf(live);
      if (event.type === 'handIn.requested') isWanted = true;
      const handed = live.calls('handIn') as { files: string[] }[];
      for (const { files } of handed.slice(asked.handIn)) {
        expect(isWanted, 'nothing is handed in unasked').toBe(true);
        expect(files.length, 'something is handed in').toBeGreaterThan(0);
        expect(files).toEqual(page!.files.map(({ id }) => id));
        expect(pendingFiles, 'nothing is left behind').toEqual([]);
      }
      if (live.state() !== 'awaitingFiles') isWanted = false;
      for (const src of ['dropFile', 'repeatHandIn'] as const) {
        const type = src === 'dropFile' ? 'file.removed' : 'handIn.retried';
        if (live.calls(src).length > asked[src]) expect(event.type).toBe(type);
        asked[src] = live.calls(src).length;
      }
      asked.handIn = handed.length;
      if (isDone && live.state() !== 'failed') expect(problem, 'it is done, or it is not').toBeNull();
    },
  };
}

it('hands in what has arrived, once the person says so, through every arrow', async () => {
  const missing = await runFlow(
    { subject: handingInSubject, ends: handingInEnds, observer },
    {
      ...internalTypes,
      'files.chosen': true,
      'upload.prepared': true,
      'upload.moved': true,
      'upload.advanced': true,
      'upload.kept': true,
      'upload.removed': true,
      'file.removed': true,
      'file.retried': true,
      'picture.approved': true,
      'handIn.requested': true,
      'handIn.retried': true,
      'retry.requested': true,
      'network.restored': true,
      'tab.left': true,
      'tab.returned': true,
      'locale.changed': true,
    },
  );
  expect(missing).toEqual([]);
});

const opened = async (page = handInPage([])) => {
  const { bring, ...live } = runLive(
    handingInMachine,
    () => ({ processId: 'p', locale: 'de' }),
    Object.keys(handingInEnds),
  );
  await live.answer('loadPage', page);
  return { ...live, bring: (event: HandingInEvent) => bring(event) };
};
const chosen = (...names: string[]): HandingInEvent => ({
  type: 'files.chosen',
  path: 'rent',
  files: names.map((name) => ({ ...pdf, name })),
});
const hasArrived = (id: string, file: string): HandingInEvent => ({
  type: 'upload.kept',
  id,
  file: { id: file, name: file, size: 9, type: 'application/pdf' },
});

it('waits for files on their way, and hands them in together with those that have arrived', async () => {
  const live = await opened(handInPage([arrived]));
  await live.bring(chosen('b.pdf', 'c.pdf'));
  await live.bring({ type: 'handIn.requested' });
  await live.bring(hasArrived('upload-1', 'b'));
  expect(live.state()).toBe('awaitingFiles');
  await live.bring(hasArrived('upload-2', 'c'));
  expect(live.calls('handIn')).toEqual([{ processId: 'p', locale: 'de', files: ['kept', 'b', 'c'] }]);
});

it('hands nothing in while a file has not arrived, and says so at each attempt', async () => {
  const live = await opened(handInPage([arrived]));
  await live.bring(chosen('b.pdf'));
  await live.bring({ type: 'handIn.requested' });
  await live.bring({
    type: 'upload.moved',
    id: 'upload-1',
    stage: 'refused',
    problem: { code: 'file-damaged' },
  });
  expect([live.state(), contextOf(live).failedAttempts]).toEqual(['open', 1]);
  await live.bring({ type: 'handIn.requested' });
  expect([live.calls('handIn'), contextOf(live).failedAttempts]).toEqual([[], 2]);
  await live.bring({ type: 'upload.removed', id: 'upload-1' });
  await live.bring({ type: 'handIn.requested' });
  expect(live.calls('handIn')).toHaveLength(1);
});

it('keeps a file that arrives while the server is asked, for the next time', async () => {
  const live = await opened(handInPage([arrived]));
  await live.bring({ type: 'handIn.requested' });
  await live.bring(chosen('late.pdf'));
  await live.bring(hasArrived('upload-1', 'late'));
  await live.answer('handIn', handInPage([], 'waiting'));
  expect(contextOf(live).page?.files.map(({ id }) => id)).toEqual(['late']);
  await live.passTime(3_000);
  await live.answer('loadPage', handInPage([{ ...arrived, id: 'late' }], 'delivered'));
  expect(contextOf(live).page?.files.map(({ id }) => id)).toEqual(['late']);
});

it('asks by itself while a hand-in is on its way, ever more slowly, and not when nobody looks', async () => {
  const live = await opened(handInPage([], 'waiting'));
  const asked = () => live.calls('loadPage').length;
  await live.passTime(2_999);
  expect(asked()).toBe(1);
  await live.passTime(1);
  expect(asked()).toBe(2);
  await live.answer('loadPage', handInPage([], 'waiting'));
  await live.passTime(5_999);
  expect(asked()).toBe(2);
  await live.passTime(1);
  expect(asked()).toBe(3);
  await live.answer('loadPage', handInPage([], 'waiting'));
  await live.bring({ type: 'tab.left' });
  await live.passTime(60_000);
  expect(asked()).toBe(3);
  await live.bring({ type: 'tab.returned', awayMs: 60_000 });
  await live.passTime(3_000);
  await live.answer('loadPage', handInPage([], 'delivered'));
  await live.passTime(600_000);
  expect(asked()).toBe(4);
});

it('stays usable when the server cannot be asked again, and closes when nothing can be handed in any more', async () => {
  const live = await opened(handInPage([arrived]));
  await live.bring({ type: 'locale.changed', locale: 'en' });
  await live.refuse('loadPage', { code: 'network' });
  expect(live.state()).toBe('open');
  await live.bring({ type: 'handIn.requested' });
  await live.refuse('handIn', { code: 'hand-in-closed' });
  await live.refuse('loadPage', { code: 'hand-in-closed' });
  expect([live.state(), contextOf(live).problem]).toEqual(['failed', { code: 'hand-in-closed' }]);
});

it('reads the texts of a language that was chosen meanwhile', async () => {
  const live = await opened(handInPage([arrived]));
  await live.bring({ type: 'handIn.requested' });
  await live.bring({ type: 'locale.changed', locale: 'en' });
  expect(live.underWay('handIn'), 'the call goes on').toBe(1);
  await live.answer('handIn', handInPage([], 'waiting'));
  expect(live.calls('loadPage').at(-1)).toEqual({ processId: 'p', locale: 'en' });
});
