import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openStorage } from './database.ts';
import { DatabaseRefused, databaseRefusedOr } from './database-refused.ts';

const URL_ = 'postgres://portal:verschwiegen@database.example:5433/serviceportal';
const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

it.each<[string, RegExp]>([
  ['3D000', /database\.example:5433 has no database "serviceportal"/],
  ['28P01', /refuses the password of the role "portal"/],
  ['28000', /the role "portal" not in from here/],
  ['42501', /The role "portal" may not/],
  ['53300', /no connection left/],
  ['57P03', /is starting or ending/],
  ['08P01', /DATABASE_POOLER=transaction/],
  ['ENOTFOUND', /There is no host database\.example:5433/],
  ['ECONNREFUSED', /Nobody answers at database\.example:5433/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /certificate of PostgreSQL at database\.example:5433 cannot be checked/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /cannot be checked/],
])('says in words what %s means, without the password', (code, words) => {
  const failure = new Error('The database could not be brought up to date', {
    cause: Object.assign(new Error('verschwiegen'), { code }),
  });
  const refused = databaseRefusedOr(URL_, failure);
  expect(refused).toBeInstanceOf(DatabaseRefused);
  expect((refused as Error).message).toMatch(words);
  expect((refused as Error).message).not.toContain('verschwiegen');
});

it('leaves alone what it does not know', () => {
  const unknown = new Error('something else');
  expect(databaseRefusedOr(URL_, unknown)).toBe(unknown);
});

/** A server that answers each connection in this way. Returns its address for PostgreSQL. */
async function answering(answer: string | null): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (answer === null ? socket.destroy() : socket.end(answer)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('knows a closed port, something that hangs up, and a server without TLS, as they are', async () => {
  const open = (address: string, query = '') =>
    openStorage({ databaseUrl: `postgres://portal@${address}/portal${query}`, dataDir: 'unused' });
  await expect(open('127.0.0.1:1')).rejects.toThrow(/Nobody answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/);
  await expect(open(await answering(null))).rejects.toThrow(/was closed or never answered|ECONNRESET/);
  await expect(open(await answering('N'), '?sslmode=verify-full')).rejects.toThrow(/does not speak TLS/);
});
