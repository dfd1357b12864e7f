import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { eraseAll } from '#server/storage/testing/erase-all.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { type Counts, createCounts } from './counts.ts';
import { daysBefore } from './day.ts';
import { expiredCounts, rareQueries } from './expiry.ts';
import { readReport } from './report.ts';
import { readVisits } from './visits.ts';

let storage: Storage;
let time = new Date('2026-11-20T12:00:00Z');
const now = () => time;
const log = pino({ level: 'silent' });
const PHONE = { device: 'phone', country: 'DE' } as const;
const COMPUTER = { device: 'computer', country: 'DK' } as const;
const ever = { from: '0000-01-01', to: '9999-12-31' };
const report = (range = ever) => readReport(storage.db, range);
const counting = (): Counts => createCounts({ db: storage.db, log, now });

beforeAll(async () => {
  storage = await openTestStorage();
});
afterEach(async () => {
  time = new Date('2026-11-20T12:00:00Z');
  await storage.db.deleteFrom('dailyCount').execute();
});
afterAll(async () => {
  await storage?.close();
});

async function asked(query: string, times: number, day = '2026-11-20'): Promise<void> {
  time = new Date(`${day}T12:00:00Z`);
  const counts = counting();
  for (let round = 0; round < times; round += 1) counts.nothingFound(query);
  await counts.stop();
}

describe('counts', () => {
  it('of several processes add up, and nothing is lost or doubled when they write often', async () => {
    const [one, other] = [counting(), counting()];
    for (let round = 0; round < 20; round += 1) {
      one.page('service', '99102013104000', PHONE);
      other.page('service', '99102013104000', COMPUTER);
      other.page('home', '', PHONE);
      await Promise.all([one.flush(), other.flush(), one.flush()]);
    }
    await Promise.all([one.stop(), other.stop()]);
    expect((await report()).pages).toEqual([
      { subject: 'service', detail: '99102013104000', count: 40 },
      { subject: 'home', detail: '', count: 20 },
    ]);
    expect((await report()).pagesInAll).toBe(60);
  });

  it('stay when the database is away, and are written when it is back', async () => {
    const away = await openTestStorage();
    const counts = createCounts({ db: away.db, log, now });
    await away.db.schema.alterTable('dailyCount').renameTo('gone').execute();
    counts.step('hundesteuer', 'CREATED');
    await counts.flush();
    await away.db.schema.alterTable('gone').renameTo('dailyCount').execute();
    counts.step('hundesteuer', 'CREATED');
    await counts.stop();
    expect((await readReport(away.db, ever)).steps).toEqual([
      { subject: 'hundesteuer', detail: 'CREATED', count: 2 },
    ]);
    await away.close();
  });

  it('belong to the day in Germany', async () => {
    time = new Date('2026-11-20T23:30:00Z');
    const counts = counting();
    counts.page('home', '', PHONE);
    await counts.stop();
    expect((await report({ from: '2026-11-21', to: '2026-11-21' })).pagesInAll).toBe(1);
    expect((await report({ from: '2026-11-20', to: '2026-11-20' })).pagesInAll).toBe(0);
  });
});

describe('visits', () => {
  it('add up by month, page, device and country', async () => {
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01']) {
      time = new Date(`${day}T12:00:00Z`);
      const counts = counting();
      counts.page('service', '99102013104000', PHONE);
      counts.page('home', '', COMPUTER);
      await counts.stop();
    }
    const range = { from: '2026-10-31', to: '2026-11-30' };
    const service = { screen: 'service', id: '99102013104000', device: 'phone', country: 'DE' };
    const home = { screen: 'home', id: '', device: 'computer', country: 'DK' };
    expect(await readVisits(storage.db, range)).toEqual([
      { month: '2026-10', ...home, count: 1 },
      { month: '2026-10', ...service, count: 1 },
      { month: '2026-11', ...home, count: 2 },
      { month: '2026-11', ...service, count: 2 },
    ]);
  });
});

describe('searches without a result', () => {
  it('are shown with their words once five have asked the same', async () => {
    await asked('einhorn', 4);
    await asked('wolpertinger', 3, '2026-11-18');
    await asked('wolpertinger', 2, '2026-11-19');
    const { queries, searchesWithoutResult } = await report();
    expect(queries).toEqual([{ subject: 'wolpertinger', detail: '', count: 5 }]);
    expect(searchesWithoutResult).toBe(9);
  });

  it('do not fill the database when somebody makes words up', async () => {
    const counts = counting();
    for (let index = 0; index < 3_000; index += 1)
      counts.nothingFound(`wort${'x'.repeat(index % 7)} ${index}`);
    await counts.stop();
    const rows = await storage.db.selectFrom('dailyCount').selectAll().execute();
    expect(rows.length).toBeLessThanOrEqual(2_001);
    expect((await report()).searchesWithoutResult).toBe(3_000);
  });
});

describe('after their time counts are forgotten', () => {
  it('all after a year, rare queries after a month', async () => {
    const today = '2026-11-20';
    await asked('alt', 9, daysBefore(today, 366));
    await asked('noch da', 9, daysBefore(today, 365));
    await asked('selten', 4, daysBefore(today, 31));
    await asked('neu', 1, daysBefore(today, 30));
    await asked('haeufig', 3, daysBefore(today, 40));
    await asked('haeufig', 2, today);
    time = new Date(`${today}T12:00:00Z`);
    await eraseAll(storage, now(), expiredCounts, rareQueries);
    const rows = await storage.db.selectFrom('dailyCount').select('subject').distinct().execute();
    expect(rows.map(({ subject }) => subject).sort()).toEqual(['haeufig', 'neu', 'noch da']);
  });
});
