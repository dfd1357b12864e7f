import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { KIEL, offerOf } from './applications.ts';
import { Refused } from './client.ts';
import { asPerson, expectPersonToComeBack, expectProgramToComeBack } from './come-back.ts';
import { type Portal, startPortal } from './portal.ts';
import { saveWithoutPause } from './savers.ts';

/** People while the key service is away: who is at work goes on, others are asked to come back, nothing is lost. */

let portal: Portal;
let log = '';
beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'warn' },
    between: async ({ vaultEnvironment }) => vaultEnvironment,
    output: (text) => {
      log += text;
    },
  });
});
afterAll(() => portal?.close());

const told = (message: string) => log.split(`"msg":"${message}"`).length - 1;
const begin = async () => {
  const person = portal.client();
  await person.call('openPseudo', { body: { locale: 'de' } });
  return person.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
};

it('whoever has a key in memory goes on saving, and others are told to come back', async () => {
  const { vault } = portal.partners;
  const codes = new Set<string>();
  const saver = await saveWithoutPause([portal], (code) => codes.add(code));
  vault.become('sealed');
  await vi.waitFor(() => expect(begin()).rejects.toThrow(Refused), 20_000);
  const before = saver.acknowledgedAt.length;
  for (let times = 0; times < 3; times += 1) {
    const refused = await begin().catch((error: unknown) => error);
    expect(refused).toMatchObject({ problem: { status: 503, code: 'database-unavailable' } });
  }
  const person = portal.client();
  await person.call('openPseudo', { body: { locale: 'de' } });
  const ask = (headers: Record<string, string>) =>
    person.fetch('/api/process', {
      method: 'POST',
      body: JSON.stringify({ metadataId: offerOf('hundesteuer').metadataId, area: KIEL }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  await expectProgramToComeBack(await ask({}), 503, 'database-unavailable');
  await expectPersonToComeBack(await ask(asPerson), 503, {
    code: 'database-unavailable',
    languages: ['de', 'en'],
  });
  const started = performance.now();
  await begin().catch(() => {});
  expect(performance.now() - started).toBeLessThan(2_000);
  await vi.waitFor(() => expect(saver.acknowledgedAt.length).toBeGreaterThan(before + 3), 20_000);
  expect((await fetch(`${portal.url}/leistung/99102013104000`)).status).toBe(200);
  vault.become('active');
  await vi.waitFor(begin, 20_000);
  expect((await saver.stop()).lost).toBe(0);
  expect([...codes]).toEqual([]);
  expect([told('a partner is away'), told('a partner is back')]).toEqual([1, 1]);
});
