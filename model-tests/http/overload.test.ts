import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillIn } from './applications.ts';
import type { PortalClient } from './client.ts';
import { asPerson, expectPersonToComeBack, expectProgramToComeBack } from './come-back.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let person: PortalClient;
let id: string;
beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'fatal', CALLS_AT_ONCE: '1', CALLS_WAIT_MS: '500' },
  });
  person = portal.client();
  await person.call('openPseudo', { body: { locale: 'de' } });
  ({ id } = await fillIn(person, 'hundesteuer'));
});
afterAll(() => portal?.close());

/** Many more parallel requests than the portal accepts. */
const CROWD = 60;
const crowd = (one: () => Promise<Response>) => Promise.all(Array.from({ length: CROWD }, one));
const statusesOf = (answers: Response[]) => new Set(answers.map(({ status }) => status));
const asBrowser = { headers: asPerson };

it('serves some readers soon and asks the others to come back', async () => {
  const answers = await crowd(() => person.fetch(`/api/process/${id}`));
  expect(statusesOf(answers)).toEqual(new Set([200, 503]));
  const refused = answers.filter(({ status }) => status === 503);
  await expectProgramToComeBack(refused[0]!, 503, 'overloaded');
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 2)).toBe(true);
});

it('stores a save that was asked to come back on the same version', async () => {
  const { version, data } = await person.openForm({ params: { id }, query: {} });
  const save = () =>
    person.fetch(`/api/process/${id}/progress`, {
      method: 'PUT',
      body: JSON.stringify({ version, data: { ...data, dogName: 'Bello' }, page: null }),
      headers: { 'content-type': 'application/json' },
    });
  const others = crowd(() => person.fetch(`/api/process/${id}`));
  const answers = await Promise.all(Array.from({ length: 6 }, save));
  await others;
  const first = answers.map(({ status }) => status).sort();
  // At most one save is stored. Later ones are outdated, and refused ones have stored nothing.
  expect(first.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(first).toContain(503);
  if (!first.includes(200)) expect((await save()).status).toBe(200);
  expect((await person.openForm({ params: { id }, query: {} })).version).toBe(version + 1);
});

it('hears the payment provider, lets people pay, send, log in and out, and tells how it is, all the same', async () => {
  const others = crowd(() => person.fetch(`/api/process/${id}`));
  const callbacks = await crowd(() => person.fetch('/api/payment/complete?id=nobody'));
  const accounts = await Promise.all(
    Array.from({ length: 10 }, () =>
      person.fetch('/api/auth/saml2/acs', { method: 'POST', body: new URLSearchParams({ RelayState: '-' }) }),
    ),
  );
  const sent = await crowd(() => person.fetch(`/api/process/${id}/submit`, { method: 'PUT' }));
  const health = await crowd(() => person.fetch('/api'));
  expect(statusesOf(await others)).toContain(503);
  for (const answers of [callbacks, accounts, sent, health]) {
    expect(statusesOf(answers).has(503)).toBe(false);
  }
});

it('shows people a page in their language, and says when to come back', async () => {
  const search = (path: string) => () =>
    person.fetch(`${path}?q=${Math.random().toString(36).slice(2)}`, asBrowser);
  for (const [path, language] of [
    ['/suche', 'de'],
    ['/en/search', 'en'],
  ] as const) {
    const answers = await crowd(search(path));
    expect(statusesOf(answers)).toEqual(new Set([200, 503]));
    const refused = answers.find(({ status }) => status === 503)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
    await expectPersonToComeBack(refused, 503, { code: 'overloaded', languages: [language] });
  }
});

it('opens an application, whose script then reads what it can', async () => {
  const answers = await crowd(() => person.fetch(`/formular?id=${id}`, asBrowser));
  expect(statusesOf(answers)).toEqual(new Set([200]));
});
