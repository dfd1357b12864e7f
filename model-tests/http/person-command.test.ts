import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '#server/documents/testing/unzip.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

/** The rights of people by the command of operators, beside a whole server: its own database, and PostgreSQL. */

const cli = path.resolve(import.meta.dirname, '../../src/server/person-commands/cli/person-cli.ts');
const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/node');
const NEVER = Number.MAX_SAFE_INTEGER;
const why = ['--reason', 'Az. 12/2026', '--by', 'k.jensen'];

const postgres = await startPostgres();
let folder: string;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'person-'));
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command. @param input standard input */
async function command(environment: Record<string, string | undefined>, args: string[], input = '') {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment };
  const child = spawn(process.execPath, [cli, ...args], { env });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [said, faults, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, lines: said.trim().split('\n'), faults: faults.trim() };
}

const subjectOf = (name: string) => DEMONSTRATION_PERSONS.find(({ id }) => id === name)!.attributes.bPK2;
const sentOf = async (client: PortalClient) =>
  (await client.call('listSent', { query: {} })).map(({ id }) => id);
async function ticketOf(client: PortalClient, id: string): Promise<string> {
  const { submission } = await client.call('getProcess', { params: { id }, query: {} });
  return submission!.ticketNumber;
}
async function send(client: PortalClient) {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await submit(client, id);
  return { id, ticket: await ticketOf(client, id) };
}
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem.code,
  );

const kinds: ['embedded' | 'postgres', Record<string, string>][] = [
  ['embedded', {}],
  ...(postgres ? [['postgres', { DATABASE_URL: postgres.url }] as ['postgres', Record<string, string>]] : []),
];

describe.each(kinds)('with the database %s', (kind, variables) => {
  let portal: Portal;
  /** The environment of the server; beside one that runs on its own database, the folder alone is needed. */
  let server: Record<string, string | undefined>;
  let here: Record<string, string | undefined>;
  const file = (name: string) => path.join(folder, `${kind}-${name}`);
  beforeAll(async () => {
    const environment = { ...variables, LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '0.2' };
    portal = await startPortal({ environment });
    closers.push(() => portal.close());
    server = {
      ...portal.partners.environment,
      ...environment,
      PUBLIC_URL: portal.url,
      DATA_DIR: portal.dataDir,
      SECURITY_LOG: path.join(portal.dataDir, 'security.log'),
      TRAIL_FILE: path.join(portal.dataDir, 'trail.jsonl'),
    };
    here = kind === 'embedded' ? { DATA_DIR: portal.dataDir } : server;
  });
  const run = (...args: string[]) => command(here, [...args, ...why]);
  const logIn = async (choice: Parameters<PortalClient['logIn']>[0]) => {
    const client = portal.client();
    expect(await client.logIn(choice, { forceNew: true, trustLevel: 'low' })).toContain('login=SUCCESS');
    return client;
  };
  const lines = async (name: string) =>
    (await readFile(path.join(portal.dataDir, name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('a copy goes into a new file for its owner alone, of the application or of the person', async () => {
    const client = await logIn('leczyca:eID');
    const { id, ticket } = await send(client);
    const other = await send(client);
    const to = file('application');
    const copied = await run('export', '--ticket', ticket, '--to', to);
    expect(copied).toMatchObject({
      code: 0,
      lines: [`The copy has the application ${ticket}`, expect.any(String)],
    });
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    const copy = await readFile(to);
    const idsIn = (zip: Buffer) =>
      JSON.parse(String(unzip(zip).find(({ name }) => name === 'Daten.json')?.content))
        .applications.map((one: { id: string }) => one.id)
        .sort();
    expect(idsIn(copy)).toEqual([id]);

    const again = await run('export', '--ticket', ticket, '--to', to);
    expect(again).toMatchObject({ code: 1, faults: `${to} is there already: nothing was done` });
    expect(await readFile(to)).toEqual(copy);

    const person = file('person');
    const asked = ['export', '--account', 'nkb', '--to', person, ...why];
    expect(await command(here, asked, `${subjectOf('leczyca')}\n`)).toMatchObject({ code: 0 });
    expect(idsIn(await readFile(person))).toEqual([id, other.id].sort());
    for (const name of ['security.log', 'trail.jsonl'])
      expect(await readFile(path.join(portal.dataDir, name), 'utf8')).not.toContain(subjectOf('leczyca'));
    expect(await lines('security.log')).toContainEqual(
      expect.objectContaining({
        ...{ event: 'operator', action: 'person-export', outcome: 'succeeded', by: 'k.jensen' },
        ...{ because: 'Az. 12/2026', dryRun: false, person: expect.stringMatching(/^[\w-]{16}$/) },
      }),
    );
  });

  it('a file of what is not done does not stay', async () => {
    const to = file('nobody');
    const asked = ['export', '--account', 'nkb', '--to', to, ...why];
    expect(await command(here, asked, 'nobody')).toMatchObject({
      code: 1,
      lines: ['Nobody with this identifier is known here'],
    });
    await expect(stat(to)).rejects.toThrow('ENOENT');
    const where = await run('export', '--ticket', 'SP-NONE-NONE-NONE', '--to', path.join(to, 'none'));
    expect(where).toMatchObject({ code: 1, faults: expect.stringContaining('cannot be made (ENOENT)') });
  });

  it('a reason is demanded, and what is asked is checked before anybody is asked', async () => {
    for (const [args, words] of [
      [['remove', '--ticket', 'SP-1', '--by', 'k.jensen'], '--reason is missing'],
      [['remove', '--ticket', 'SP-1', '--reason', 'Az. 1'], '--by is missing'],
      [['export', '--ticket', 'SP-1', ...why], '--to is expected'],
      [['remove', '--ticket', 'SP-1', '--to', file('x'), ...why], '--to is expected'],
      [['remove', '--ticket', 'SP-1', '--paid-cents', '1', ...why], '--paid-cents'],
      [['delete', '--account', 'bank', ...why], '--account is one of nkb, elster, sk, eid'],
      [['delete', '--account', 'nkb', ...why], "The person's identifier is expected on standard input"],
      [['forget', '--ticket', 'SP-1', ...why], 'npm run person'],
      [['remove', '--tickets', 'SP-1', ...why], "Unknown option '--tickets'"],
    ] as const) {
      const { code, faults } = await command(here, [...args]);
      expect([code, faults]).toEqual([1, expect.stringContaining(words)]);
    }
    expect(await command(here, ['--help'])).toMatchObject({ code: 0 });
  });

  it('an application is removed once it is not under way, with or without an account', async () => {
    const client = await logIn('lindemann:eID');
    const { id, ticket } = await send(client);
    const nobody = portal.client();
    await nobody.call('openPseudo', { body: { locale: 'de' } });
    const anonymous = await send(nobody);
    portal.partners.delivery.faults.set({ fault: 'down', requests: NEVER });
    const { id: sending } = await fillIn(client, 'hundesteuer');
    await complete(client, sending);
    await client.call('submitProcess', { params: { id: sending } });
    const under = await ticketOf(client, sending);
    const refused = await run('remove', '--ticket', under);
    expect(refused).toMatchObject({
      code: 1,
      lines: [`${under} stays: it is being sent`, expect.any(String)],
    });
    const everything = await run('delete', '--ticket', under, '--dry-run');
    expect(everything).toMatchObject({ code: 1, lines: expect.arrayContaining([refused.lines[0]]) });
    portal.partners.delivery.faults.end();

    expect(await run('remove', '--ticket', ticket, '--dry-run')).toMatchObject({ code: 0 });
    await expect.poll(() => sentOf(client)).toEqual([sending, id]);
    expect(await run('remove', '--ticket', ticket)).toMatchObject({ code: 0 });
    expect(await sentOf(client)).toEqual([sending]);
    expect(await run('remove', '--ticket', anonymous.ticket)).toMatchObject({ code: 0 });
    const open = nobody.call('getProcess', { params: { id: anonymous.id }, query: {} });
    expect(await problemOf(open)).toBe('not-found');
    for (const process of [id, anonymous.id])
      expect(await lines('trail.jsonl')).toContainEqual(
        expect.objectContaining({ event: 'deletion', what: 'sent', process }),
      );
    expect(await run('remove', '--ticket', ticket)).toMatchObject({
      code: 1,
      lines: ['No application here has this ticket number'],
    });
  });

  it('everything of a person goes, and their browsers are logged out', async () => {
    const client = await logIn('yildiz:Benutzername');
    const { id, ticket } = await send(client);
    const { id: draft } = await fillIn(client, 'hundesteuer');
    const both = await Promise.all([1, 2].map(() => run('delete', '--ticket', ticket)));
    expect(both.map(({ code }) => code)).toContain(0);
    expect((await client.call('getUser', {})).user).toBeNull();
    const again = await logIn('yildiz:Benutzername');
    expect(await sentOf(again)).toEqual([]);
    for (const process of [id, draft]) {
      const noted = (await lines('trail.jsonl')).filter(
        (line) => line.event === 'deletion' && line.process === process,
      );
      expect(noted).toHaveLength(1);
    }
    const asked = ['delete', '--account', 'nkb', ...why];
    expect(await command(here, asked, subjectOf('yildiz'))).toMatchObject({ code: 0 });
    expect((await again.call('getUser', {})).user).toBeNull();
  });

  it('works while no server runs; not with other keys, and not without a file for the log', async () => {
    const client = await logIn('thomsen:Elster');
    const { ticket } = await send(client);
    await portal.stop();
    const remove = ['remove', '--ticket', ticket, ...why];
    const other = `${(server.SEALING_KEYS ?? '').split(' ')[0]} ${Buffer.alloc(32, 9).toString('base64')}`;
    expect(await command({ ...server, SEALING_KEYS: other }, remove)).toMatchObject({
      code: 1,
      faults: expect.stringContaining('The keys of the installation do not open what is stored'),
    });
    expect(await command({ ...server, SECURITY_LOG: undefined }, remove)).toMatchObject({
      code: 1,
      faults: expect.stringContaining('SECURITY_LOG is expected'),
    });
    expect(await command({ ...server, SECURITY_LOG: '/dev/full' }, remove)).toMatchObject({
      code: 1,
      faults: expect.stringContaining('Nothing was done: the security log or the trail cannot be written'),
    });
    expect(await command({ ...server, TRAIL_FILE: folder }, remove)).toMatchObject({
      code: 1,
      faults: `Nothing was done: The file ${folder} cannot be written (SECURITY_LOG and TRAIL_FILE name such files): EISDIR.`,
    });
    expect(await command(server, [...remove, '--dry-run'])).toMatchObject({ code: 0 });
    expect(await command(server, remove)).toMatchObject({ code: 0, faults: '' });
    await portal.start();
    const again = await logIn('thomsen:Elster');
    expect(await sentOf(again)).toEqual([]);
  });

  it('a folder without a database, and a configuration that is not whole, are named', async () => {
    const remove = ['remove', '--ticket', 'SP-1', ...why];
    const elsewhere = { ...server, DATABASE_URL: undefined, DATA_DIR: folder };
    expect(await command(elsewhere, remove)).toMatchObject({
      code: 1,
      faults: `There is no database in ${folder}`,
    });
    expect(await command({ ...elsewhere, SEALING_KEYS: undefined }, remove)).toMatchObject({
      code: 1,
      faults: expect.stringContaining('SEALING_KEYS'),
    });
  });
});
