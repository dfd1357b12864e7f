import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { VaultStandIn } from '#stand-ins/vault/server.ts';
import { fillIn } from './applications.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

/** The keys of the installation of whole servers: checked at the start, read again, rotated by command, in Vault. */

const keys = path.resolve(import.meta.dirname, '../../src/server/keys.ts');
const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/node');
const newKey = (name: string) => `${name} ${randomBytes(32).toString('base64')}`;
const [one, two] = [newKey('one'), newKey('two')];

/** Starts of a server from its sources take long on a busy machine. */
const PATIENCE = 60_000;
/** The last line of the status. */
const SEALED = 'all rows are sealed';

type Outcome = { code: number; lines: string[] };
async function command(what: string, environment: Record<string, string | undefined>): Promise<Outcome> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment };
  const ended = await promisify(execFile)(process.execPath, [keys, what], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error) => ({ code: Number(error.code), said: `${error.stdout}${error.stderr}` }),
  );
  return {
    code: ended.code,
    lines: ended.said
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  };
}

const postgres = await startPostgres();
let folder: string;
let file: string;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keys-'));
  file = path.join(folder, 'keys');
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A server whose log is heard. @param variables of its database */
async function server(
  variables: Record<string, string>,
  others: Partial<Parameters<typeof startPortal>[0]> = {},
) {
  let log = '';
  const portal = await startPortal({
    environment: { SEALING_KEYS: file, LOG_LEVEL: 'info', ...variables },
    output: (text) => {
      log += text;
    },
    ...others,
  });
  closers.push(() => portal.close());
  return { portal, log: () => log };
}

const kinds: ['embedded' | 'postgres', Record<string, string>][] = [
  ['embedded', {}],
  ...(postgres ? [['postgres', { DATABASE_URL: postgres.url }] as ['postgres', Record<string, string>]] : []),
];

describe.each(kinds)('with a file of keys and the database %s', (_, variables) => {
  let portal: Portal;
  let log: () => string;
  const data = () => ({ ...variables, DATA_DIR: portal.dataDir, SEALING_KEYS: file });
  const readAgain = async (text: string, wraps: string) => {
    const before = log().length;
    await writeFile(file, text);
    portal.reloadContent();
    const line = `"wraps":"${wraps}","msg":"the keys of the installation were read again"`;
    await vi.waitFor(() => expect(log().slice(before)).toContain(line), PATIENCE);
  };

  it('are rotated while it runs', async () => {
    await writeFile(file, one);
    ({ portal, log } = await server(variables));
    // The check value, and the key of the month's pseudonyms.
    expect(await command('status', data())).toEqual({
      code: 0,
      lines: ['2 data keys: local:one wraps, and opens', SEALED],
    });
    await readAgain(`${two}\n${one}`, 'local:two');
    const rotated = await command('rotate', data());
    expect(rotated.code).toBe(0);
    expect(rotated.lines.at(-1)).toMatch(/^\d+ done, 0 left: local:two wraps all data keys/);
    await readAgain(two, 'local:two');
    expect((await command('status', data())).lines).toEqual([
      '2 data keys: local:two wraps, and opens',
      SEALED,
    ]);
    expect(await command('turn', data())).toEqual({
      code: 1,
      lines: ['One of these is expected: npm run keys -- status | rotate'],
    });
  });

  it('are told to be missing when an old one goes before all is rotated, and nothing is lost', async () => {
    const three = newKey('three');
    const person = portal.client();
    await person.call('openPseudo', { body: { locale: 'de' } });
    const begin = async () => (await fillIn(person, 'hundesteuer')).id;
    const read = (id: string) => person.call('getProcess', { params: { id }, query: {} });
    const before = await begin();
    await readAgain(`${three}\n${two}`, 'local:three');
    const after = await begin();
    // Whoever is at work has their key in memory; a server that starts has none.
    await writeFile(file, three);
    await portal.stop();
    const started = log().length;
    await portal.start();
    await vi.waitFor(
      () =>
        expect(log().slice(started)).toContain('data keys need keys of the installation that are not here'),
      PATIENCE,
    );
    expect(log().slice(started)).toMatch(/"key":"local:two","is":"not known here","dataKeys":\d+/);
    await expect(read(before)).rejects.toMatchObject({
      problem: { status: 503, code: 'database-unavailable' },
    });
    const status = await command('status', data());
    expect(status.code).toBe(1);
    expect(status.lines.join()).toMatch(/data keys: local:two is not known here/);
    const rotated = await command('rotate', data());
    expect(rotated).toMatchObject({ code: 1 });
    expect(rotated.lines.at(-1)).toMatch(/left: keep the old key$/);
    // It is given back, and everything is there.
    await readAgain(`${three}\n${two}`, 'local:three');
    await vi.waitFor(async () => expect((await read(before)).status).toBe('EDITING'), PATIENCE);
    expect((await read(after)).status).toBe('EDITING');
    expect((await command('rotate', data())).code).toBe(0);
    await readAgain(three, 'local:three');
    expect((await read(before)).status).toBe('EDITING');
  });

  it('stay as they are when the new ones are wrong, and a start with wrong ones is refused in words', async () => {
    const wrong = newKey('three');
    await writeFile(file, wrong);
    portal.reloadContent();
    await vi.waitFor(() => expect(log()).toContain('the keys of the installation cannot be used'), PATIENCE);
    expect((await fetch(portal.url)).status).toBe(200);
    await portal.stop();
    const before = log().length;
    await expect(portal.start()).rejects.toThrow();
    const said = log().slice(before);
    expect(said).toContain(
      'The keys of the installation do not open what is stored:\n  local:three is not the key',
    );
    for (const secret of [one, two, wrong]) expect(log()).not.toContain(secret.split(' ')[1]);
  });
});

describe('with Vault', () => {
  it('waits for it at the start, goes on without it, and tells when it is away and back', async () => {
    const sealed = Promise.withResolvers<VaultStandIn>();
    const lines: string[] = [];
    const starting = server(
      { SEALING_KEYS: one },
      {
        output: (text) => void lines.push(text),
        between: async ({ vault, vaultEnvironment }) => {
          vault.become('sealed');
          sealed.resolve(vault);
          return vaultEnvironment;
        },
      },
    );
    const vault = await sealed.promise;
    const log = () => lines.join('');
    await vi.waitFor(() => expect(log()).toContain('the start waits for the key service'), PATIENCE);
    vault.become('active');
    const { portal } = await starting;
    const away = () => log().split('"msg":"a partner is away"').length - 1;
    const back = () => log().split('"msg":"a partner is back"').length - 1;
    expect([away(), back()]).toEqual([1, 1]);
    vault.become('sealed');
    const data = { ...portal.partners.vaultEnvironment, DATA_DIR: portal.dataDir, SEALING_KEYS: one };
    const answered = await command('rotate', data);
    const why = expect.stringMatching(/^key service: (is away: )?answered 503$/);
    expect(answered).toEqual({ code: 1, lines: [why] });
    expect((await fetch(`${portal.url}/leistung/99102013104000`)).status).toBe(200);
    await vi.waitFor(() => expect(away()).toBe(2), PATIENCE);
    vault.become('active');
    await vi.waitFor(() => expect(back()).toBe(2), PATIENCE);
    await vault.rotate('portal');
    expect((await command('rotate', data)).lines.at(-1)).toContain(
      '0 left: vault:portal:v2 wraps all data keys',
    );
    expect((await command('status', data)).lines).toEqual([
      '2 data keys: vault:portal:v2 wraps, and opens',
      SEALED,
    ]);
    expect(log()).not.toContain(portal.partners.vaultEnvironment.VAULT_TOKEN);
  });
});
