import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '#server/storage/database.ts';
import { formsIn, operatorPages } from './operator-pages.ts';
import { type Portal, startPortal } from './portal.ts';

const JOBS = '/betrieb/aufgaben';
const FAILED_ID = randomUUID();

let portal: Portal;
const { get, post, named } = operatorPages(() => portal);

beforeAll(async () => {
  portal = await startPortal({
    between: async (partners) => partners.operatorsEnvironment,
    environment: { LOG_LEVEL: 'fatal' },
  });
  await portal.stop();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  await sql`insert into jobs.job (name, data, state, retry_count, retry_limit, completed_on)
    values ('mail', ${JSON.stringify({ mailId: FAILED_ID })}::jsonb, 'failed', 8, 8, now())`.execute(db);
  await close();
  await portal.start();
});
afterAll(() => portal?.close());

it('are shown without their data, and tried again by whoever may repair, once, with a reason', async () => {
  const [thomsen, jensen, boysen] = [
    await named('thomsen:high'),
    await named('jensen:high'),
    await named('boysen:high'),
  ];
  expect((await get(JOBS)).status).toBe(401);
  expect((await post('', {}, JOBS)).status).toBe(401);
  expect(await (await get('/betrieb', { cookie: jensen })).text()).toContain(`href="${JOBS}"`);
  const page = async (cookie: string) => (await get(JOBS, { cookie })).text();
  expect(await page(thomsen)).toContain('>E-Mails verschicken (mail)</th>');
  expect(await page(thomsen)).not.toContain('<form');
  expect(await page(jensen)).not.toContain(FAILED_ID);
  const [shown] = formsIn(await page(jensen));
  const form = { ...shown, because: 'Der Mailserver ist wieder da' };

  const tell = async (cookie: string, body: Record<string, string>, status: number, words: string) => {
    const response = await post(cookie, body, JOBS);
    expect([response.status, (await response.text()).includes(words)], words).toEqual([status, true]);
  };
  await tell(thomsen, form, 403, 'Ihre Rolle erlaubt nur das Ansehen.');
  await tell(jensen, { ...form, because: ' ' }, 422, 'Bitte nennen Sie einen Grund.');
  await tell(jensen, { ...form, seen: 'other' }, 409, 'Inzwischen hat sich etwas geändert.');
  await tell(jensen, {}, 409, 'Inzwischen hat sich etwas geändert.');
  // What was typed is there again; that something has moved is told first.
  await tell(jensen, { ...form, because: 'x' }, 422, 'value="x" required');
  await tell(jensen, { ...form, because: 'x', seen: 'other' }, 409, 'Inzwischen hat sich etwas geändert.');
  await tell(jensen, { ...form, seen: 'other' }, 409, 'value="Der Mailserver ist wieder da" required');
  const done = await post(jensen, form, JOBS);
  expect([done.status, done.headers.get('location')]).toEqual([303, `${JOBS}?done=1`]);
  const told = await (await get(`${JOBS}?done=1`, { cookie: jensen })).text();
  expect(told).toContain('Die Aufgaben werden jetzt noch einmal versucht: 1.');
  await tell(boysen, form, 409, 'Es gibt keine gescheiterte Aufgabe.');
  await tell(boysen, form, 409, '<p>Der Mailserver ist wieder da</p>');

  const lines = (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"action":"retry-jobs"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ outcome, reason, count, what, by }) => [outcome, reason ?? count, what, by]);
  expect(lines).toEqual([
    ['refused', 'role-missing', 'mail', 'Wiebke Thomsen (thomsen)'],
    ...Array(3).fill(['refused', 'moved', 'mail', 'Kirsten Jensen (jensen)']),
    ['succeeded', 1, 'mail', 'Kirsten Jensen (jensen)'],
    ...Array(2).fill(['refused', 'moved', 'mail', 'Malte Boysen (boysen)']),
  ]);
});
