import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorsProvider, type OperatorsConfig } from '#server/identity/operators.ts';
import { type OpenIdStandIn, startOpenIdStandIn } from './server.ts';
import { visitProvider } from './visit.ts';

const CALLBACK = 'http://localhost:8080/betrieb/anmeldung';
const SECRET = 'the-secret-of-the-operators';

let folder: string;
let standIn: OpenIdStandIn;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'operators-'));
  standIn = await startOpenIdStandIn({
    kind: 'operators',
    port: 0,
    stateDir: folder,
    client: { id: 'portal', redirectUri: CALLBACK, proof: { secret: SECRET } },
  });
});
afterAll(async () => {
  await standIn.close();
  await rm(folder, { recursive: true });
});

/** Logs in as the portal does. */
async function logIn(
  choice: Parameters<typeof visitProvider>[1],
  options: Parameters<typeof visitProvider>[2] & { config?: Partial<OperatorsConfig> } = {},
) {
  const provider = createOperatorsProvider({
    issuer: standIn.issuer,
    clientId: 'portal',
    proof: () => ({ secret: SECRET }),
    callbackUrl: CALLBACK,
    rolesClaim: 'roles',
    roleNames: { look: ['portal-look'], repair: ['portal-repair'], erase: ['portal-erase'] },
    maxAgeSeconds: 1800,
    ...options.config,
  });
  const { url, request } = await provider.begin({ state: 'attempt-1', locale: 'de' });
  const { searchParams } = new URL(await visitProvider(url, choice, options));
  return provider.read(Object.fromEntries(searchParams), 'attempt-1', request);
}

it.each([
  ['jensen', 'Kirsten Jensen', ['look', 'repair']],
  ['boysen', 'Malte Boysen', ['look', 'repair', 'erase']],
  ['thomsen', 'Wiebke Thomsen', ['look']],
  ['paulsen', 'Hauke Paulsen', []],
])('%s logs in with these roles', async (subject, name, roles) => {
  expect(await logIn(`${subject}:high`)).toEqual({ result: 'SUCCESS', person: { subject, name }, roles });
});

it('who cancels is not logged in', async () => {
  expect(await logIn('cancel')).toEqual({ result: 'CANCEL' });
});

it.each([
  ['a token for another portal', { token: 'audience' }],
  ['a token of an hour ago', { token: 'age' }],
  ['a login of an hour ago', { sessionIsOld: true }],
] as const)('%s is not believed', async (_what, options) => {
  const fault = { result: 'ERROR', fault: 'answer-not-believed' };
  expect(await logIn('jensen:high', options)).toMatchObject(fault);
});

it('a wrong secret gets no token, and a wrong address no code', async () => {
  const refused = await logIn('jensen:high', { config: { proof: () => ({ secret: 'another-secret' }) } });
  expect(refused).toMatchObject({
    result: 'ERROR',
    reason: 'the provider does not know us by this id and secret or key',
  });
  const elsewhere = logIn('jensen:high', { config: { callbackUrl: 'http://localhost:8080/elsewhere' } });
  await expect(elsewhere).rejects.toThrow('the provider refused the request');
});
