import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { createClamd } from '#server/scanner/clamd.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { EICAR, type ScannerStandIn, startScannerStandIn } from './server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function standIn(mostBytes?: number): Promise<ScannerStandIn> {
  const scanner = await startScannerStandIn({ port: 0, ...(mostBytes && { mostBytes }) });
  closers.push(scanner.close);
  return scanner;
}

/** A server that sends this text to every new connection. */
async function saying(text: string): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).write(text)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  closers.push(() => server.close());
  return `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A scanner that finishes a file after two questions whether it is there, and answers these with `pong`. */
async function slow(pong: string): Promise<string> {
  let asked = 0;
  let done = () => {};
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      if (piece.includes(END_OF_FILE)) done = () => socket.end('stream: OK\0');
      if (!piece.includes('zPING')) return;
      socket.end(pong);
      asked += 1;
      if (asked === 2) done();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const TIMEOUT_MS = 5000;
/** Longer than a test may take. */
const NO_LIMIT_MS = 10_000_000;
const PATIENCE_MS = 2000;
const LITTLE_PATIENCE_MS = 20;
const END_OF_FILE = Buffer.alloc(4);
const large = new Uint8Array(3_000_000);
const away = { name: 'PartnerUnavailable', partner: 'scanner' };

it('tells clean files from infected ones, however they come in pieces', async () => {
  const { scan } = createClamd((await standIn()).url);
  expect(await scan(pieces('clean'), TIMEOUT_MS)).toEqual({ kind: 'clean' });
  expect(await scan(pieces(), TIMEOUT_MS)).toEqual({ kind: 'clean' });
  expect(await scan(pieces(large, '', large), TIMEOUT_MS)).toEqual({ kind: 'clean' });
  const infected = { kind: 'infected', signature: 'Win.Test.EICAR_HDB-1' };
  expect(await scan(pieces('%PDF-1.7\n', EICAR), TIMEOUT_MS)).toEqual(infected);
  expect(await scan(pieces(EICAR.slice(0, 30), EICAR.slice(30)), TIMEOUT_MS)).toEqual(infected);
});

it('knows a file that is too large to be looked at', async () => {
  const { scan } = createClamd((await standIn(1000)).url);
  expect(await scan(pieces(large, large), TIMEOUT_MS)).toEqual({ kind: 'uncheckable' });
  expect(await scan(pieces('small'), TIMEOUT_MS)).toEqual({ kind: 'clean' });
});

it('says that the scanner is away when it is, hangs, or is something else', async () => {
  const scanner = await standIn();
  const { scan } = createClamd(scanner.url);
  scanner.behave('away');
  await expect(scan(pieces('x'), TIMEOUT_MS)).rejects.toMatchObject(away);
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(
      scan(pieces(large, large, large), TIMEOUT_MS),
      'hangs up while it is told',
    ).rejects.toMatchObject(away);
  }
  scanner.behave('garbled');
  await expect(scan(pieces('x'), TIMEOUT_MS)).rejects.toMatchObject(away);
  scanner.behave('silent');
  await expect(scan(pieces('x'), 200)).rejects.toMatchObject(away);
  await scanner.close();
  closers.length = 0;
  await expect(scan(pieces('x'), TIMEOUT_MS)).rejects.toMatchObject(away);
});

it.each(['away', 'silent', 'garbled', 'trickle', 'huge'] as const)(
  'is asked whether it is there, and is not when it is %s',
  async (behaviour) => {
    const scanner = await standIn();
    const { ping } = createClamd(scanner.url, { patienceMs: PATIENCE_MS });
    await ping();
    scanner.behave(behaviour);
    await expect(ping()).rejects.toMatchObject(away);
    scanner.behave('works');
    await ping();
  },
);

it('gives up a file as soon as the scanner answers nobody, and waits as long as it answers others', async () => {
  const scanner = await standIn();
  scanner.behave('silent');
  const hangs = createClamd(scanner.url, { patienceMs: LITTLE_PATIENCE_MS });
  await expect(hangs.scan(pieces(large, large), NO_LIMIT_MS)).rejects.toMatchObject(away);
  const works = createClamd(await slow('PONG\0'), { patienceMs: PATIENCE_MS });
  expect(await works.scan(pieces('x'), NO_LIMIT_MS)).toEqual({ kind: 'clean' });
  const wrong = createClamd(await slow('PANG\0'), { patienceMs: LITTLE_PATIENCE_MS });
  await expect(wrong.scan(pieces('x'), NO_LIMIT_MS)).rejects.toMatchObject(away);
});

it('believes nothing that was said before the whole file was there, nor half an answer', async () => {
  const early = createClamd(await saying('stream: OK\0'));
  await expect(early.scan(pieces(large, large), TIMEOUT_MS)).rejects.toMatchObject(away);
  const half = createClamd(await saying('stream: OK'));
  await expect(half.scan(pieces('x'), 200)).rejects.toMatchObject(away);
  const endless = createClamd(await saying('x'.repeat(5000)));
  await expect(endless.scan(pieces('x'), TIMEOUT_MS)).rejects.toMatchObject(away);
});

it('fails with the reason why the file could not be read', async () => {
  const { scan } = createClamd((await standIn()).url);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x');
    throw new Error('the database is away');
  }
  await expect(scan(broken(), TIMEOUT_MS)).rejects.toThrow('the database is away');
});

it.each([
  ['zPING\0', 'PONG\0'],
  ['zVERSION\0', 'ClamAV 1.4.3/27800/stand-in\0'],
  ['zELSE\0', 'UNKNOWN COMMAND\0'],
])('the stand-in answers %j as clamd does', async (command, answer) => {
  const { port } = new URL((await standIn()).url);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  socket.write(command);
  expect((await once(socket, 'data'))[0]).toBe(answer);
});

it('asks over TLS a scanner behind a certificate that it trusts, and no other', async () => {
  const scanner = await standIn();
  const folder = mkdtempSync(path.join(tmpdir(), 'scanner-'));
  const { privateKey, certificate } = await loadKeyPair(folder, 'scanner', 'localhost');
  const { port } = new URL(scanner.url);
  const inside: string[] = [];
  const terminator = createTlsServer({ key: privateKey, cert: certificate }, (socket) => {
    inside.push('connection');
    const behind = connect({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => behind.destroy()).pipe(behind);
    behind.on('error', () => socket.destroy()).pipe(socket);
  }).listen(0, 'localhost');
  await once(terminator, 'listening');
  closers.push(() => terminator.close());
  const url = `clamds://localhost:${(terminator.address() as AddressInfo).port}`;

  const trusting = createClamd(url, { certificates: certificate });
  expect(await trusting.scan(pieces('text'), TIMEOUT_MS)).toEqual({ kind: 'clean' });
  expect(await trusting.scan(pieces(EICAR), TIMEOUT_MS)).toMatchObject({ kind: 'infected' });
  await trusting.ping();
  expect(inside).toHaveLength(3);
  await expect(createClamd(url).scan(pieces('text'), TIMEOUT_MS)).rejects.toMatchObject(away);
  await expect(createClamd(url).ping()).rejects.toMatchObject(away);
  expect(inside).toHaveLength(3);

  // Whom it trusts is renewed while the server runs.
  const options: { certificates?: string } = {};
  const renewed = createClamd(url, options);
  await expect(renewed.ping()).rejects.toMatchObject(away);
  options.certificates = certificate;
  await renewed.ping();
});
