import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Move, Refusal } from '#domain/journal.ts';
import { type Counts, createCounts } from '#server/analytics/counts.ts';
import { expiredTotals } from '#server/analytics/expiry.ts';
import { ProblemError } from '#server/problem-error.ts';
import { openStorage, type Storage, type Trx } from '#server/storage/database.ts';
import { eraseAll } from '#server/storage/testing/erase-all.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { note, noteExpiry, noteRefused, recorded } from './journal.ts';

const log = pino({ level: 'silent' });
let dataDir = '';
let storage: Storage;
let counts: Counts;
let time = new Date('2026-11-20T12:00:00Z');
const now = () => time;
const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
const context = () => ({ storage, counts, log, now });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'journal-'));
  storage = await openStorage({ dataDir });
  counts = createCounts({ db: storage.db, log, now });
}, 60_000);
afterAll(async () => {
  await counts?.stop();
  await storage?.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  await counts.flush();
  await storage.db.deleteFrom('process').execute();
  await storage.db.deleteFrom('journalTotal').execute();
  time = new Date('2026-11-20T12:00:00Z');
});

async function stored(counted = true): Promise<string> {
  const row = processRow(time, { counted });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}
const start = (processId: string): Move => ({
  processId,
  machine: 'process',
  attempt: null,
  event: null,
  from: null,
  to: 'CREATED',
  rule: null,
  by: 'person',
});
const edited = (processId: string, from = 'CREATED'): Move => ({
  ...start(processId),
  event: 'form.progressed',
  from,
  to: 'EDITING',
  rule: from === 'CREATED' ? 'PROC-01' : 'PROC-05',
});
const refusal = (processId: string, event = 'submission.requested'): Refusal => ({
  processId,
  machine: 'process',
  attempt: null,
  event,
  from: 'EDITING',
  by: 'person',
});
const make = (...moves: Move[]) =>
  recorded(context(), async (trx) => {
    for (const move of moves) await note({ now }, trx, move);
  });
const refuse = (refused: Refusal) =>
  recorded(context(), () => Promise.reject(new ProblemError('status-conflict', {}, { refused })));
const entries = async (processId: string) =>
  (
    await storage.db
      .selectFrom('journal')
      .selectAll()
      .where('processId', '=', processId)
      .orderBy('id')
      .execute()
  ).map(({ id: _, processId: __, ...entry }) => entry);
async function totals() {
  await counts.flush();
  const rows = await storage.db.selectFrom('journalTotal').selectAll().execute();
  return rows
    .map(({ count, stays, seconds, event, stateBefore, stateAfter, mover }) => ({
      move: `${stateBefore} ${event} ${stateAfter} ${mover}`,
      numbers: [count, stays, Number(seconds)],
    }))
    .sort((one, other) => (one.move < other.move ? -1 : 1));
}

describe('a move', () => {
  it('is one entry, with everything that may be known of it', async () => {
    const id = await stored();
    await make(start(id));
    later(5);
    await make(edited(id));
    const at = new Date('2026-11-20T12:00:05Z');
    expect((await entries(id)).slice(1)).toEqual([
      {
        machine: 'process',
        attempt: null,
        event: 'form.progressed',
        stateBefore: 'CREATED',
        stateAfter: 'EDITING',
        rule: 'PROC-01',
        mover: 'person',
        at,
        lastAt: at,
        refused: false,
        times: 1,
      },
    ]);
  });

  it('that is rolled back is neither recorded nor counted', async () => {
    const id = await stored();
    const failing = recorded(context(), async (trx) => {
      await note({ now }, trx, start(id));
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(await entries(id)).toEqual([]);
    expect(await totals()).toEqual([]);
  });

  it('that repeats the last one is counted there; anything in between, or by somebody else, begins anew', async () => {
    const id = await stored();
    const again = edited(id, 'EDITING');
    const opened: Move = { ...again, event: 'conflict.found', rule: 'PROC-59', by: 'server' };
    await make(edited(id), again);
    later(60);
    await make(again);
    await make(opened, again, { ...again, by: 'server' });
    const told = (await entries(id)).map(({ event, times, mover }) => `${event} ${mover} ${times}`);
    expect(told).toEqual([
      'form.progressed person 1',
      'form.progressed person 2',
      'conflict.found server 1',
      'form.progressed person 1',
      'form.progressed server 1',
    ]);
    const [, repeated] = await entries(id);
    expect([repeated?.at, repeated?.lastAt]).toEqual([
      new Date('2026-11-20T12:00:00Z'),
      new Date('2026-11-20T12:01:00Z'),
    ]);
  });

  it('of one attempt to pay does not count up that of another', async () => {
    const id = await stored();
    const pending = (attempt: number): Move => ({
      ...start(id),
      machine: 'payment',
      attempt,
      event: 'provider.reportedPending',
      from: 'pending',
      to: 'pending',
      rule: 'PAY-04',
      by: 'paymentProvider',
    });
    await make(pending(1), pending(2), pending(1));
    expect((await entries(id)).map(({ attempt, times }) => [attempt, times])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('to and fro does not fill the table: after a thousand entries an equal one is counted up', async () => {
    const id = await stored();
    const back: Move = {
      ...edited(id),
      event: 'form.completed',
      from: 'EDITING',
      to: 'COMPLETED',
      rule: 'PROC-06',
    };
    const forth = { ...edited(id, 'COMPLETED'), rule: 'PROC-11' };
    await make(back, forth);
    const [{ columns = '' } = {}] = (
      await sql<{ columns: string }>`select string_agg(column_name, ', ') as columns
        from information_schema.columns where table_name = 'journal' and column_name <> 'id'`.execute(
        storage.db,
      )
    ).rows;
    const as = sql.raw(columns);
    await sql`insert into journal (${as}) select ${as} from journal, generate_series(1, 499)`.execute(
      storage.db,
    );
    expect((await entries(id)).length).toBe(1000);
    await make(back, forth, back);
    const rows = await entries(id);
    expect(rows.length).toBe(1000);
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(1003);
    await make(start(id));
    expect((await entries(id)).length).toBe(1001);
  });

  it('outside of a recorded transaction is a fault', async () => {
    const id = await stored();
    const outside = storage.db.transaction().execute((trx: Trx) => note({ now }, trx, start(id)));
    await expect(outside).rejects.toThrow('outside of a recorded transaction');
  });

  it('of what is left of an erased process has no journal', async () => {
    const gone = '0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11';
    await make(start(gone));
    expect(await entries(gone)).toEqual([]);
    expect(await totals()).toEqual([]);
  });
});

describe('what a machine refuses', () => {
  it('is recorded although its transaction was rolled back, and the same again is counted there', async () => {
    const id = await stored();
    for (let round = 0; round < 3; round += 1) {
      await expect(refuse(refusal(id))).rejects.toThrow('status-conflict');
      later(1);
    }
    expect(await entries(id)).toEqual([
      {
        machine: 'process',
        attempt: null,
        event: 'submission.requested',
        stateBefore: 'EDITING',
        stateAfter: null,
        rule: null,
        mover: 'person',
        at: new Date('2026-11-20T12:00:00Z'),
        lastAt: new Date('2026-11-20T12:00:02Z'),
        refused: true,
        times: 3,
      },
    ]);
    expect(await totals()).toEqual([]);
  });

  it('fills at most fifty entries of a process, and those go on counting', async () => {
    const id = await stored();
    for (let round = 0; round < 60; round += 1)
      await refuse(refusal(id, `invented.${round}`)).catch(() => {});
    expect((await entries(id)).length).toBe(50);
    await refuse(refusal(id, 'invented.49')).catch(() => {});
    await refuse(refusal(id, 'invented.59')).catch(() => {});
    const told = (await entries(id)).map(({ event, times }) => [event, times]);
    expect(told.length).toBe(50);
    expect(told).toContainEqual(['invented.49', 2]);
    await refuse(refusal(await stored())).catch(() => {});
  });

  it('is recorded with the rest where the transaction goes on', async () => {
    const id = await stored();
    const late = { ...refusal(id, 'provider.reportedFailed'), machine: 'payment', attempt: 1 } as const;
    await recorded(context(), async (trx) => {
      await note({ now }, trx, start(id));
      for (const by of ['paymentProvider', 'paymentProvider', 'server'] as const)
        await noteRefused({ now }, trx, { ...late, by });
    });
    expect((await entries(id)).map(({ mover, refused, times }) => [mover, refused, times])).toEqual([
      ['person', false, 1],
      ['paymentProvider', true, 2],
      ['server', true, 1],
    ]);
  });

  it('gets the same answer when it cannot be recorded', async () => {
    await expect(refuse(refusal('no id'))).rejects.toThrow('status-conflict');
  });
});

describe('the totals', () => {
  it('say how often, and how long it had been in the state that was left', async () => {
    const id = await stored();
    await make(start(id));
    later(100);
    await make(edited(id));
    later(20);
    await make(edited(id, 'EDITING'));
    later(30);
    await make({ ...edited(id, 'EDITING'), event: 'draft.deleted', to: 'deleted', rule: 'PROC-10' });
    expect(await totals()).toEqual([
      { move: '  CREATED person', numbers: [1, 0, 0] },
      { move: 'CREATED form.progressed EDITING person', numbers: [1, 1, 100] },
      { move: 'EDITING draft.deleted deleted person', numbers: [1, 1, 50] },
      { move: 'EDITING form.progressed EDITING person', numbers: [1, 0, 0] },
    ]);
  });

  it('stay when the process and its journal are erased, for a year', async () => {
    const id = await stored();
    await make(start(id));
    await storage.db.deleteFrom('process').execute();
    expect(await entries(id)).toEqual([]);
    expect(await totals()).toHaveLength(1);
    const forgetAfter = (days: number) =>
      eraseAll(storage, new Date(time.getTime() + days * 86_400_000), expiredTotals);
    await forgetAfter(365);
    expect(await totals()).toHaveLength(1);
    await forgetAfter(366);
    expect(await totals()).toEqual([]);
  });

  it('say in which state a draft was whose time was over', async () => {
    const id = await stored();
    await make(start(id), edited(id));
    later(3600);
    await recorded(context(), async (trx) => {
      await noteExpiry({ now }, trx, { id, status: 'EDITING' });
      await trx.deleteFrom('process').where('id', '=', id).execute();
    });
    expect(await totals()).toContainEqual({ move: 'EDITING   server', numbers: [1, 1, 3600] });
  });

  it('know of no stay before there was a journal', async () => {
    const id = await stored();
    await make(edited(id));
    expect(await totals()).toEqual([{ move: 'CREATED form.progressed EDITING person', numbers: [1, 0, 0] }]);
  });

  it('have nothing of people who do not want to be counted', async () => {
    const id = await stored(false);
    await make(start(id), edited(id));
    await recorded(context(), (trx) => noteExpiry({ now }, trx, { id, status: 'EDITING' }));
    expect(await entries(id)).toHaveLength(2);
    expect(await totals()).toEqual([]);
  });
});
