import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Said } from '#domain/interruption.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { interruptionMark, readInterruptions, uninterrupted } from '#server/interruptions/row.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { FeedbackRefused } from '#server/ports/feedback-component.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { handIn } from '#server/use-cases/hand-in.ts';
import { interrupt } from '#server/use-cases/interrupt.ts';
import { passFeedbackOn } from '#server/use-cases/pass-feedback-on.ts';
import { askPaymentNow, handInMark, paymentMark, tryHandInNow } from '#server/use-cases/try-now.ts';
import { uploadHandIn } from '#server/use-cases/upload-hand-in.ts';
import { fillIn, goToPay, logIn, send } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let petra: Session;
beforeAll(async () => {
  server = await openTestServer();
  server.context.examineFile = async ({ read }) => ({ kept: [[0, (await read()).length]] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  for (const table of ['feedback', 'interruption'] as const) await db().deleteFrom(table).execute();
  petra = await logIn(server.context, 'petra', {});
});

const db = () => server.context.storage.db;

describe('a hand-in that has failed', () => {
  const handInOf = async (id: string) => (await handInsOf(server.context, db(), [id])).get(id)![0]!;
  async function failed() {
    const { context } = server;
    const row = await send(context, petra, await fillIn(context, petra, 'hundesteuer', { reliefProof: [] }));
    const content = Readable.from([tinyPdf({ text: 'Nachweis' })]);
    const file = { path: 'reliefProof', name: 'Nachweis.pdf', size: null, caller: 'caller', content };
    const { id } = await uploadHandIn(context, petra, row.id, file);
    await handIn(context, petra, row.id, { files: [id], locale: undefined });
    const facts = { tries: 3, problem: 'refused', nextTryAt: null, tryUntil: null };
    await db()
      .updateTable('handIn')
      .set({ state: 'failed', context: json(facts) as never })
      .execute();
    await server.loseJobs();
    const until = new Date(context.now().getTime() + 86_400_000);
    await db().updateTable('process').set({ availableUntil: until }).execute();
    await db().updateTable('submission').set({ downloadsUntil: until }).execute();
    return row.id;
  }
  const tryNow = async (id: string, more: { number?: number; seen?: string } = {}) =>
    tryHandInNow(server.context, id, { number: 1, seen: handInMark(await handInOf(id)), ...more });

  it('is tried again at once, and kept as long as it is tried', async () => {
    const id = await failed();
    expect(handInMark(await handInOf(id))).toBe('failed:3:');
    expect(await tryNow(id)).toBe('done');
    expect(await handInOf(id)).toMatchObject({ state: 'waiting' });
    expect(await server.jobsOf('hand-in')).toHaveLength(1);
    const until = new Date(server.context.now().getTime() + 7 * 86_400_000);
    const { availableUntil } = await db()
      .selectFrom('process')
      .select('availableUntil')
      .executeTakeFirstOrThrow();
    const { downloadsUntil } = await db()
      .selectFrom('submission')
      .select('downloadsUntil')
      .executeTakeFirstOrThrow();
    expect([availableUntil, downloadsUntil]).toEqual([until, until]);
    const moved = await db()
      .selectFrom('journal')
      .select('mover')
      .where('event', '=', 'handIn.repeated')
      .execute();
    expect(moved).toEqual([{ mover: 'operator' }]);
    // It waits now: whoever looked before sees something else.
    expect(await tryNow(id)).toBe('moved');
  });
  it('is not, where it is another one, has moved, or nothing is taken any more', async () => {
    const id = await failed();
    expect(await tryNow(id, { number: 2 })).toBe('moved');
    expect(await tryNow(id, { seen: 'failed:1:null' })).toBe('moved');
    expect(await tryNow(randomUUID(), { seen: 'x' }).catch(() => 'none')).toBe('none');
    expect(await tryHandInNow(server.context, randomUUID(), { number: 1, seen: 'x' })).toBe('moved');
    server.passDays(2);
    expect(await tryNow(id)).toBe('moved');
    expect(await handInOf(id)).toMatchObject({ state: 'failed' });
    expect(await server.jobsOf('hand-in')).toEqual([]);
  });
});

describe('a payment', () => {
  it('is asked about at once, as it stood when the operator looked', async () => {
    const { id: processId, paymentId } = await goToPay(server.context, petra);
    await server.loseJobs();
    const ask = (seen: string, which = { processId, paymentId }) =>
      askPaymentNow(server.context, which, seen);
    const present = async () =>
      paymentMark(await db().selectFrom('payment').select(['state', 'checks']).executeTakeFirstOrThrow());
    expect(await ask('pending:99')).toBe('moved');
    expect(await ask(await present(), { processId: randomUUID(), paymentId })).toBe('moved');
    expect(await ask(await present(), { processId, paymentId: 'x' })).toBe('moved');
    expect(await server.jobsOf('payment-check')).toEqual([]);
    expect(await ask(await present())).toBe('done');
    expect(await server.jobsOf('payment-check')).toHaveLength(1);
    await server.loseJobs();
    await db().updateTable('payment').set({ state: 'paid' }).execute();
    expect(await ask(await present())).toBe('moved');
    await db().updateTable('payment').set({ state: 'pending', transactionId: null }).execute();
    expect(await ask(await present())).toBe('moved');
    expect(await server.jobsOf('payment-check')).toEqual([]);
  });
});

describe('an interruption', () => {
  const what = 'payment';
  const hours = (count: number) => new Date(server.context.now().getTime() + count * 3_600_000).toISOString();
  const said = (from: string, until: string): Omit<Said, 'at'> => ({
    ...{ sentence: { de: 'Heute nicht.', en: 'Not today.' }, by: null, note: 'tests', from, until },
  });
  const say = (seen: string, from = hours(0), until = hours(2)) =>
    interrupt(server.context, { what, seen, step: 'say', said: said(from, until) });
  const present = async () => {
    const row = (await readInterruptions(db())).find((one) => one.what === what);
    return interruptionMark(row ?? uninterrupted(what));
  };
  const state = async () => (await readInterruptions(db())).find((one) => one.what === what)?.state;

  it('is said, told at once, and ended, each as it stood when the operator looked', async () => {
    const before = await present();
    expect(await say(before)).toBe('done');
    expect(await state()).not.toBe(uninterrupted(what).state);
    expect(server.context.interruptions.of(what).state).toBe(await state());
    expect(await say(before)).toBe('moved');
    expect(await interrupt(server.context, { what, seen: before, step: 'end' })).toBe('moved');
    expect(await interrupt(server.context, { what, seen: await present(), step: 'end' })).toBe('done');
    expect(await state()).toBe(uninterrupted(what).state);
    expect(server.context.interruptions.of(what).state).toBe(await state());
  });
  it('that would be over before it begins is refused', async () => {
    expect(await say(await present(), hours(-3), hours(-2))).toBe('refused');
    expect(server.context.interruptions.of(what).state).toBe(uninterrupted(what).state);
  });
});

describe('feedback for the national component', () => {
  const give = async (id: string, day: string, passing = 'waiting') => {
    const feedback = { id, day, occasion: 'sent', leiKaId: '1', area: null, locale: 'de', text: '' };
    await db()
      .insertInto('feedback')
      .values({ ...feedback, stars: 5, found: null, passing } as never)
      .execute();
  };
  const ids = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  const passings = async () =>
    (await db().selectFrom('feedback').select('passing').orderBy('id').execute()).map(
      ({ passing }) => passing,
    );
  const passed: string[] = [];
  const passOn = async (said: (id: string) => Error | null = () => null) => {
    passed.length = 0;
    const pass = async ({ id }: { id: string }) => {
      passed.push(id);
      const error = said(id);
      if (error) throw error;
    };
    await passFeedbackOn({ ...server.context, feedbackComponent: { pass } as never });
  };

  it('is passed on once, the oldest first', async () => {
    await give(ids[0]!, '2026-11-02');
    await give(ids[1]!, '2026-11-01');
    await give(ids[2]!, '2026-11-01', 'taken');
    await passOn();
    expect(passed).toEqual([ids[1], ids[0]]);
    await passOn();
    expect([passed, await passings()]).toEqual([[], ['taken', 'taken', 'taken']]);
  });
  it('that is refused is not sent again, and the next one is', async () => {
    for (const id of ids) await give(id, '2026-11-01');
    await passOn((id) => (id === ids[0] ? new FeedbackRefused('no') : null));
    expect(await passings()).toEqual(['refused', 'taken', 'taken']);
  });
  it('waits while the component is away, which is left alone for a minute', async () => {
    for (const id of ids) await give(id, '2026-11-01');
    await passOn(() => new PartnerUnavailable('feedback component', 'no'));
    expect([passed, await passings()]).toEqual([[ids[0]], ['waiting', 'waiting', 'waiting']]);
    await expect(passOn(() => new Error('a bug'))).rejects.toThrow('a bug');
  });
  it('waits where there is no component', async () => {
    await give(ids[0]!, '2026-11-01');
    await passFeedbackOn({ ...server.context, feedbackComponent: null });
    expect(await passings()).toEqual(['waiting']);
  });
});
