import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { complete, decide, fillIn, pay, settled } from './applications.ts';
import { PortalClient } from './client.ts';
import { freePorts } from './free-ports.ts';

/** Secrets of partners, which each of the stand-ins asks for. */
const SECRETS = ['PAYMENT_CLIENT_SECRET', 'FITCONNECT_CLIENT_SECRET', 'SK_CLIENT_SECRET'] as const;
const folder = mkdtempSync(path.join(tmpdir(), 'renewed-'));
const fileOf = (name: string) => path.join(folder, name);
let partners: Partners;
let server: ChildProcess;
let url: string;
let output = '';

const said = async (message: string, before = 0) => {
  while (!output.slice(before).includes(message)) {
    if (server.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
/** Has the server read its files again; returns once it has said so. */
const readAgain = async (message: string) => {
  const before = output.length;
  server.kill('SIGHUP');
  await said(message, before);
};

beforeAll(async () => {
  const prepared = process.env.PREPARED ?? '';
  for (const part of ['partners', 'data'])
    cpSync(path.join(prepared, part), fileOf(part), { recursive: true });
  const port = await freePorts();
  url = `http://localhost:${port}`;
  const [stateDir, content] = [fileOf('partners'), readContent('content')];
  partners = await startPartners({ stateDir, content, portalUrl: url, acceptAfterMs: 0 });
  const own = Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, fileOf(name)]));
  for (const name of SECRETS) writeFileSync(fileOf(name), 'of last year, and long enough');
  const others = Object.entries(partners.environment).filter(
    ([name]) => !(SECRETS as readonly string[]).includes(name),
  );
  server = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(others),
      ...own,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: fileOf('data'),
      LOG_LEVEL: 'info',
      SECURITY_LOG: fileOf('security.log'),
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  await said('Server listening');
});

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await partners?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('secrets of the payment service, the delivery and a login are renewed without a stop', async () => {
  const client = new PortalClient(url);
  const logIn = (processId?: string) =>
    client.logIn('lindemann:eID', { trustLevel: 'substantial', processId });
  await logIn();
  const { id } = await fillIn(client, 'bewohnerparkausweis');
  await complete(client, id);
  await logIn(id);
  const owed = await client.call('persistProcess', { params: { id } });
  const ready = owed.facts.conflictOpen ? await decide(client, id) : owed;

  await expect(pay(client, ready)).rejects.toThrow('payment-unavailable');
  const serviceAccount = () => new PortalClient(url).logInBy('sk', 'carstens:low');
  expect(await serviceAccount()).not.toBe('/nutzerkonto?login=SUCCESS');

  for (const name of SECRETS) writeFileSync(fileOf(name), `${partners.environment[name]}\n`);
  await readAgain('the certificates were read again');
  expect(await serviceAccount()).toBe('/nutzerkonto?login=SUCCESS');
  const process = await client.call('getProcess', { params: { id }, query: {} });
  await pay(client, process);
  expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });

  // What cannot be used is told, and what was there stays.
  writeFileSync(fileOf('SK_CLIENT_SECRET'), 'short');
  await readAgain('the certificates cannot be used; the old ones stay');
  expect(output).toMatch(/SK_CLIENT_SECRET: at least 16 characters are expected/);
  expect(await serviceAccount()).toBe('/nutzerkonto?login=SUCCESS');
});
