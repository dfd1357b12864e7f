import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, settled } from './applications.ts';
import type { PortalClient } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';
import { makeProbeContent, offerOfProbe, type Probe } from './probe-content.ts';

/** The newer content lacks this offer. The form of the others calculates something else. */
const lost: Probe = { mode: 'none', noticeAllowed: false };
const changed: Probe = { mode: 'start', noticeAllowed: false };
const MANY = 3;

const postgres = await startPostgres();
let contents: Awaited<ReturnType<typeof makeProbeContent>>[] = [];
let older: Portal;
let newer: Portal;
let person: PortalClient;
let log = '';

beforeAll(async () => {
  if (!postgres) return;
  contents = [await makeProbeContent(), await makeProbeContent()];
  const [before, after] = contents as [(typeof contents)[0], (typeof contents)[0]];
  const file = path.join(after.dir, 'services/probe/metadata.json');
  const metadata = JSON.parse(await readFile(file, 'utf8'));
  const { metadataId } = offerOfProbe(lost);
  const offers = metadata.offers.filter(
    ({ authority }: { authority: string }) => `probe-${authority}` !== metadataId,
  );
  await writeFile(file, JSON.stringify({ ...metadata, offers }));
  await after.changeForm();
  const environment = { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn', CONTENT: 'alone' };
  const output = (text: string) => {
    log += text;
  };
  older = await startPortal({ contentDir: before.dir, environment, output, script: clockedServer });
  const between = async () => older.partners.environment;
  newer = await startPortal({ contentDir: after.dir, environment, output, between, script: clockedServer });
  person = older.client();
  await person.logIn('lindemann:eID');
});
afterAll(async () => {
  await newer?.close();
  await older?.close();
  await postgres?.stop();
  for (const content of contents) await content.remove();
});

async function confirmed(probe: Probe, amount: number): Promise<string> {
  const { id } = await person.call('startProcess', {
    body: { ...offerOfProbe(probe), externalProcessData: { amount } },
  });
  await complete(person, id);
  return id;
}

// Runs only with an installed PostgreSQL server.
describe.runIf(postgres)('two services with different content', () => {
  it.each([
    ['whose form one of them does not know', lost],
    ['whose form says something else at one of them', changed],
  ])('send every application %s', async (_, probe) => {
    log = '';
    // Chance decides which service takes one first: repeats until it was one that cannot send it.
    do {
      const ids: string[] = [];
      for (let count = 0; count < MANY; count += 1) ids.push(await confirmed(probe, 0));
      await Promise.all(ids.map((id) => person.call('submitProcess', { params: { id } })));
      const ends = await Promise.all(ids.map(async (id) => (await settled(person, id)).status));
      expect(ends).toEqual(Array(MANY).fill('SUBMITTED'));
    } while (!log.includes('left to a process whose content fits'));
    expect(log).not.toContain('submission step failed');
  });

  it.each([
    ['does not know its form', lost],
    ['has another one', changed],
  ])('send what is paid, though the one that learns of the payment %s', async (_, probe) => {
    const id = await confirmed(probe, 2600);
    const { version } = await person.call('getProcess', { params: { id }, query: {} });
    const { redirectUrl, process } = await person.call('startPayment', {
      params: { processId: id },
      body: { version },
    });
    await older.partners.payment.control({
      action: 'settle',
      transactionId: redirectUrl!.split('/').at(-1)!,
      outcome: 'PAYED',
      method: 'PAYPAL',
    });
    const returned = await newer
      .client()
      .call('completePayment', { query: { result: 'PAYED', id: process.paymentCheckoutSign! } });
    expect(returned).toMatchObject({ paymentState: 'paid' });
    await newer.passMinute();
    expect(log).toContain('paid, but not what was confirmed');
    await older.passMinute();
    await expect.poll(async () => (await settled(person, id)).status).toBe('SUBMITTED');
  });
});
