import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { fillIn } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { storedSessions } from './stored-rows.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

/** Identifiers of a person, a company or a postbox at an account. */
const identifiers = ['bPK2', 'legacyPostkorbHandle', 'id', 'postboxId', 'RestrictedID', 'sub'];

const logins: [string, (client: PortalClient) => Promise<string>, string][] = [
  ['the citizens’ account', (client) => client.logIn('lindemann:eID'), 'hundesteuer'],
  ['the business account', (client) => client.logInAsBusiness('foerdewind:lindemann'), 'gewerbeanmeldung'],
  [
    'the online ID card',
    (client) => client.logInBy('eid', 'lindemann:high'),
    'meldebescheinigung-online-ausweis',
  ],
  ['the service account', (client) => client.logInBy('sk', 'carstens:high'), 'fischereischein'],
];

it.each(logins)('identifiers of %s reach no script and no page', async (_, logIn, service) => {
  const client = portal.client();
  const told: string[] = [];
  const bare = client.fetch.bind(client);
  let isAtProvider = true;
  client.fetch = async (path, init) => {
    const response = await bare(path, init);
    // Messages that the browser carries between portal and provider may contain them.
    if (!isAtProvider) told.push(`${path}\n${await response.clone().text()}\n${headersOf(response)}`);
    return response;
  };
  await logIn(client);
  isAtProvider = false;
  const { id } = await fillIn(client, service as Parameters<typeof fillIn>[1]);

  const values = await secretsOf();
  expect(values.length).toBeGreaterThan(0);

  const pages = [
    '/nutzerkonto',
    '/nutzerkonto/anmeldungen',
    `/formular?id=${id}`,
    '/',
    '/redirect',
    '/hilfe',
  ];
  for (const page of pages) await client.fetch(page);
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path } = calls[name];
    if (method === 'GET') await client.fetch(`${path.replaceAll(/\{id\}/g, id)}?lang=de&locale=de`);
  }
  await client.call('prolongSession', {});
  await client.call('getUser', {});
  expect(told.length).toBeGreaterThan(30);
  for (const text of told) {
    const found = values.filter((value) => tellsIt(text, value) || tellsIt(text, encodeURIComponent(value)));
    expect(found, text.split('\n')[0]).toEqual([]);
  }
});

/** True if a text contains an identifier. Some stand-ins use words, which are also part of e-mail addresses. */
const tellsIt = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\w.-])${value.replaceAll(/[^\w]/g, '\\$&')}(?![\\w.@-])`).test(text);

const headersOf = (response: Response) => JSON.stringify([...response.headers]);

/** The identifiers of all people whose sessions the server has stored. */
async function secretsOf(): Promise<string[]> {
  const values = (await storedSessions(portal)).flatMap(({ identity: { postboxHandle, providerData } }) => [
    postboxHandle,
    ...identifiers.map((name) => providerData[name]),
  ]);
  return [...new Set(values.filter((value): value is string => !!value))];
}
