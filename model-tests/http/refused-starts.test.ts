import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const postgres: PostgresServer | null = await startPostgres();
let partners: Partners;
let taken: Server;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refused-'));
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  partners = await startPartners({
    stateDir: path.join(folder, 'partners'),
    content: readContent('content'),
    portalUrl: 'https://portal.example',
    acceptAfterMs: 0,
  });
});
afterAll(async () => {
  taken.close();
  await partners.close();
  await postgres?.stop();
});

/** Starts the server as its supervisor does. Returns what its operator sees after it has ended by itself. */
async function start(environment: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      ...partners.environment,
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      ...environment,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

/** Expects the end with one message in words: no line of JSON, no stack. */
function expectWords({ code, said }: { code: number; said: string }, words: RegExp): void {
  expect(said).toMatch(words);
  expect(said).not.toContain('an error that nobody expected');
  expect(said).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
}

describe('a start that is refused', () => {
  it('names in one message everything that is wrong in production', async () => {
    const { NKB_PRIVATE_KEY: _, ...rest } = partners.environment;
    const ended = await start({ ...rest, NODE_ENV: 'production', SESION_IDLE_MINUTES: '5', PAYMENT_URL: '' });
    expectWords(ended, /The configuration cannot be used/);
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SESION_IDLE_MINUTES', 'PAYMENT_URL', 'SEALING_KEYS'])
      expect(ended.said).toContain(`  ${name}: `);
    expect(ended.said).not.toContain(partners.environment.PAYMENT_CLIENT_SECRET);
  });

  it('says that a port is taken', async () => {
    const { port } = taken.address() as AddressInfo;
    expectWords(
      await start({ PORT: String(port) }),
      new RegExp(`cannot listen at port ${port} of 127\\.0\\.0\\.1`),
    );
  });

  it('says that this machine has no such address', async () => {
    expectWords(await start({ HOST: '192.0.2.1' }), /this machine has no such address/);
  });

  it('says which key does not belong to its certificate', async () => {
    const wrong = { NKB_CERTIFICATE: partners.environment.NKB_IDP_CERTIFICATE! };
    expectWords(await start(wrong), /NKB_CERTIFICATE: the NKB key does not belong to its certificate/);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a log of security that is a folder', { SECURITY_LOG: tmpdir() }, /SECURITY_LOG and TRAIL_FILE.*EISDIR/],
    [
      'a trail below a file',
      { TRAIL_FILE: '/dev/null/trail.jsonl' },
      /\/dev\/null\/trail\.jsonl cannot be written/,
    ],
    [
      'a content folder that is not there',
      { CONTENT_DIR: '/no/such/folder' },
      /no such folder \(CONTENT_DIR\)/,
    ],
    [
      'one port for two',
      { PORT: '8080', MONITORING_PORT: '8080' },
      /MONITORING_PORT: is the port of the portal/,
    ],
  ])('names %s', async (_name, environment, words) => {
    expectWords(await start(environment), words);
  });

  it('says where no database answers', async () => {
    const ended = await start({ DATABASE_URL: 'postgres://portal:verschwiegen@127.0.0.1:1/portal' });
    expectWords(ended, /Nobody answers at 127\.0\.0\.1:1/);
    expect(ended.said).not.toContain('verschwiegen');
  });

  it.runIf(postgres)('says that there is no such database', async () => {
    const url = new URL(postgres!.url);
    url.pathname = '/portal';
    expectWords(await start({ DATABASE_URL: url.href }), /has no database "portal"/);
  });

  it.runIf(postgres)('says that there is no such role, and that a role may not make tables', async () => {
    const as = (role: string) => {
      const url = new URL(postgres!.url);
      url.username = role;
      return start({ DATABASE_URL: url.href });
    };
    expectWords(await as('nobody'), /the role "nobody" not in from here/);
    await postgres!.ask('create role reader login');
    expectWords(await as('reader'), /The role "reader" may not do/);
  });
});
