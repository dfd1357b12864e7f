import { readFile, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, fillIn, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { formsIn, operatorPages } from './operator-pages.ts';
import { handIn, sendOwing, uploadProof } from './owing.ts';
import { type Portal, startPortal } from './portal.ts';

/** The removal of an application by an operator who may erase. */

const ADDRESS = '/betrieb/entfernen';

let portal: Portal;
const { get, post, named } = operatorPages(() => portal);
let jensen: string;
let boysen: string;

beforeAll(async () => {
  portal = await startPortal({
    between: async (partners) => partners.operatorsEnvironment,
    environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '3600' },
  });
  [jensen, boysen] = [await named('jensen:high'), await named('boysen:high')];
});
afterAll(() => portal?.close());

async function sent(): Promise<{ person: PortalClient; id: string; ticket: string }> {
  const person = portal.client();
  await person.logIn('thomsen:Elster');
  const { id } = await fillIn(person, 'hundesteuer');
  await complete(person, id);
  await submit(person, id);
  const { submission } = await settled(person, id);
  return { person, id, ticket: submission!.ticketNumber };
}
const isThere = (person: PortalClient, id: string) =>
  person.call('getProcess', { params: { id }, query: {} }).then(
    () => true,
    () => false,
  );
const pageOf = async (number: string, cookie = boysen) => {
  const response = await get(`${ADDRESS}?number=${number}`, { cookie });
  return { status: response.status, text: await response.text() };
};
const formOf = async (number: string): Promise<Record<string, string>> => ({
  ...formsIn((await pageOf(number)).text).at(-1),
  because: 'Az. 12/2026',
});
/** Sends a form. @returns the status, and whether the page has these words */
const tell = async (body: Record<string, string>, words: string, cookie = boysen) => {
  const response = await post(cookie, body, ADDRESS);
  return [response.status, (await response.text()).includes(words)];
};
const recorded = async (id: string) =>
  (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes(id) && /"person-remove"|"deletion"/.test(line))
    .map((line) => JSON.parse(line) as Record<string, string>)
    .map(({ event, action, outcome, reason, by, because }) => [
      action ?? event,
      outcome,
      reason,
      by,
      because,
    ]);
const BY = 'Malte Boysen (boysen)';

describe('an application that was sent', () => {
  it('is removed after a look at what goes, with a reason, by who may erase', async () => {
    const { person, id, ticket } = await sent();
    const link = await (await get(`/betrieb/vorgang?number=${ticket}`, { cookie: boysen })).text();
    expect(link).toContain('action="/betrieb/entfernen"');
    const without = await (await get(`/betrieb/vorgang?number=${ticket}`, { cookie: jensen })).text();
    expect(without).not.toContain('/betrieb/entfernen');
    const { status, text } = await pageOf(ticket);
    expect(status).toBe(200);
    expect(text).not.toMatch(/Lindemann|Thomsen|Bello/);
    const rows = [...text.matchAll(/scope="row"[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)</g)].map(
      ([, kind, count]) => [kind, count],
    );
    expect(rows).toEqual([
      ['Angaben im Antrag', '1'],
      ['Hochgeladene Dateien', '3'],
      ['Erzeugte Dokumente', expect.stringMatching(/^[1-9]$/)],
      ['Nachreichungen', '0'],
      ['Zahlungsversuche', '0'],
      ['E-Mails zum Antrag', '0'],
    ]);
    const form = await formOf(ticket);

    expect((await get(`${ADDRESS}?number=${ticket}`)).status).toBe(401);
    expect((await post('', form, ADDRESS)).status).toBe(401);
    expect((await pageOf(ticket, jensen)).text).not.toContain('Endgültig entfernen');
    expect(await tell(form, 'Dafür brauchen Sie die Rolle', jensen)).toEqual([403, true]);
    expect(await tell({ ...form, because: 'x' }, 'mit mindestens drei Zeichen')).toEqual([422, true]);
    expect(await tell({ ...form, because: 'an anna@example.org' }, 'und ohne @')).toEqual([422, true]);
    expect(await tell({ ...form, because: 'an anna@example.org' }, 'value="an anna@example.org"')).toEqual([
      422,
      true,
    ]);
    expect(await tell({ ...form, process: 'none' }, 'Kein Vorgang gefunden')).toEqual([404, true]);
    expect(await tell({ ...form, seen: 'other' }, 'Inzwischen hat sich etwas geändert.')).toEqual([
      409,
      true,
    ]);
    expect(await tell({ ...form, seen: 'other', because: 'x' }, 'value="x"')).toEqual([409, true]);
    expect(await isThere(person, id)).toBe(true);

    expect(await tell(form, `Im Sicherheitsprotokoll steht er als ${id}`)).toEqual([200, true]);
    expect(await isThere(person, id)).toBe(false);
    expect((await pageOf(ticket)).status).toBe(404);
    expect(await tell(form, 'Inzwischen wurde er entfernt.')).toEqual([409, true]);
    expect(await recorded(id)).toEqual([
      ['person-remove', 'refused', 'role-missing', 'Kirsten Jensen (jensen)', 'Az. 12/2026'],
      ['person-remove', 'refused', 'moved', BY, 'Az. 12/2026'],
      ['person-remove', 'refused', 'moved', BY, ''],
      ['person-remove', 'requested', undefined, BY, 'Az. 12/2026'],
      ['deletion', 'succeeded', 'operator', BY, undefined],
      ['person-remove', 'succeeded', undefined, BY, 'Az. 12/2026'],
      ['person-remove', 'requested', undefined, BY, 'Az. 12/2026'],
      ['person-remove', 'refused', 'unknown-ticket', BY, 'Az. 12/2026'],
    ]);
  });

  it('is removed once by two at once, and the other one is told', async () => {
    const { id, ticket } = await sent();
    const form = await formOf(ticket);
    const second = await named('boysen:high');
    const answers = await Promise.all([post(boysen, form, ADDRESS), post(second, form, ADDRESS)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const outcomes = (await recorded(id)).map(([action, outcome]) => [action, outcome]);
    expect(outcomes.filter(([action]) => action === 'deletion')).toHaveLength(1);
  });

  it('stays while something of it is under way, and after it has moved nobody removes what they have not seen', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Benutzername');
    const id = await sendOwing(person);
    const form = await formOf(id);
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    await handIn(person, id, [await uploadProof(person, id)]);
    expect(await tell(form, 'Nachgereichte Unterlagen sind noch unterwegs.')).toEqual([409, true]);
    expect(await tell(form, '<p>Az. 12/2026</p>')).toEqual([409, true]);
    expect((await pageOf(id)).text).not.toContain('Endgültig entfernen');
    portal.partners.delivery.faults.end();
    await expect.poll(async () => (await recorded(id)).length).toBe(2);
    expect(await isThere(person, id)).toBe(true);
  });

  it('is not removed where the security log cannot be written', async () => {
    const { id, ticket } = await sent();
    const form = await formOf(ticket);
    await portal.stop();
    const log = path.join(portal.dataDir, 'full.log');
    await symlink('/dev/full', log);
    await portal.start({ SECURITY_LOG: log });
    const own = await named('boysen:high');
    expect(await tell(form, 'Das Sicherheitsprotokoll kann nicht geschrieben werden.', own)).toEqual([
      503,
      true,
    ]);
    expect(await tell(form, 'value="Az. 12/2026"', own)).toEqual([503, true]);
    await portal.stop();
    await unlink(log);
    await portal.start({ SECURITY_LOG: path.join(portal.dataDir, 'security.log') });
    expect((await get(`/betrieb/vorgang?number=${id}`, { cookie: await named('boysen:high') })).status).toBe(
      200,
    );
  });
});

it('a draft, and what was not sent, stays with its person', async () => {
  const person = portal.client();
  await person.logIn('thomsen:Elster');
  const { id } = await fillIn(person, 'hundesteuer');
  const cookie = await named('boysen:high');
  const page = await pageOf(id, cookie);
  expect(page.text).toContain('Er wurde nicht gesendet.');
  expect(page.text).not.toContain('Endgültig entfernen');
  // Whoever sends the form all the same has seen the right state, and is refused by the rules of the workflow.
  const { version, status } = await person.call('getProcess', { params: { id }, query: {} });
  const form = { process: id, seen: [version, status, 3, 0, 0, 0, 0].join('/'), because: 'Az. 12/2026' };
  expect(await tell(form, 'Es wurde nichts entfernt.', cookie)).toEqual([409, true]);
  expect(await recorded(id)).toEqual([
    ['person-remove', 'requested', undefined, BY, 'Az. 12/2026'],
    ['person-remove', 'refused', 'not-sent', BY, 'Az. 12/2026'],
  ]);
  expect(await isThere(person, id)).toBe(true);
});
