import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { partnerPresence } from '#server/partners/partner-presence.ts';
import { KeysRefused, KeyUnknown } from '#server/sealing/key-faults.ts';
import { SealBroken } from '#server/sealing/seal.ts';
import { createTransit, type Transit, type TransitOptions } from '#server/sealing/vault/transit.ts';
import { newTransitKey } from './keys.ts';
import { startVaultStandIn, type VaultStandIn, type VaultStandInOptions } from './server.ts';

const TOKEN = 'hvs.a-token-that-is-long-enough';
const KEY = new Uint8Array(32).map((_, index) => index);
const ABOUT = 'data_key.wrapped:1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function standIn(options: Partial<VaultStandInOptions> = {}): Promise<VaultStandIn> {
  const vault = await startVaultStandIn({ port: 0, token: TOKEN, ...options });
  closers.push(vault.close);
  return vault;
}
function transit(vault: { url: string }, change: Partial<TransitOptions> = {}): Transit {
  const made = createTransit({
    url: vault.url,
    login: { kind: 'token', token: TOKEN },
    mount: 'transit',
    key: 'portal',
    timeoutMs: 1_500,
    pauses: { lookMs: 20, awayMs: 20 },
    ...change,
  });
  closers.push(made.stop);
  return made;
}
const unavailable = { name: 'PartnerUnavailable', partner: 'key service' };

it('wraps and opens a key, which it names with its version', async () => {
  const keys = transit(await standIn());
  const wrapped = await keys.wrap(KEY, ABOUT);
  expect(wrapped.by).toBe('vault:portal:v1');
  expect(wrapped.wrapped).toMatch(/^vault:v1:/);
  expect(wrapped.wrapped).not.toContain(Buffer.from(KEY).toString('base64'));
  expect(Buffer.from(await keys.unwrap(wrapped, ABOUT))).toEqual(Buffer.from(KEY));
  expect(await keys.current()).toBe('vault:portal:v1');
});

it.each([false, true])(
  'opens no key in the place of another (a key for each context: %s)',
  async (derived) => {
    const vault = await standIn();
    vault.keys.set('portal', newTransitKey({ derived }));
    const keys = transit(vault);
    const wrapped = await keys.wrap(KEY, ABOUT);
    await keys.unwrap(wrapped, ABOUT);
    await expect(keys.unwrap(wrapped, `${ABOUT}8`)).rejects.toThrow(SealBroken);
    const cut = { ...wrapped, wrapped: wrapped.wrapped.slice(0, -4) };
    await expect(keys.unwrap(cut, ABOUT)).rejects.toThrow(SealBroken);
    await expect(keys.unwrap({ ...wrapped, by: 'vault:portal:v2' }, ABOUT)).rejects.toThrow(SealBroken);
  },
);

it('opens no key of another length', async () => {
  const keys = transit(await standIn());
  const wrapped = await keys.wrap(new Uint8Array(16), ABOUT);
  await expect(keys.unwrap(wrapped, ABOUT)).rejects.toThrow(SealBroken);
});

it('wraps by the newest version, and opens those that Vault still allows', async () => {
  const vault = await standIn();
  const keys = transit(vault);
  const old = await keys.wrap(KEY, ABOUT);
  await vault.rotate('portal');
  expect((await keys.wrap(KEY, ABOUT)).by).toBe('vault:portal:v2');
  expect(await keys.current()).toBe('vault:portal:v2');
  await keys.unwrap(old, ABOUT);
  vault.keys.get('portal')!.minDecryption = 2;
  await expect(keys.unwrap(old, ABOUT)).rejects.toThrow(KeyUnknown);
  await vi.waitFor(async () => expect(await keys.knows(old.by)).toBe(false));
  const names = ['vault:portal:v2', 'vault:portal:v3', 'vault:other:v1', 'local:portal', 'vault:portal:v2x'];
  expect(await Promise.all(names.map(keys.knows))).toEqual([true, false, false, false, false]);
  await expect(keys.unwrap({ ...old, by: 'local:2026' }, ABOUT)).rejects.toThrow(KeyUnknown);
});

it('continues with its key after a restart', async () => {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'vault-'));
  closers.push(() => rm(stateDir, { recursive: true }));
  const vault = await standIn({ stateDir });
  await vault.rotate('portal');
  const wrapped = await transit(vault).wrap(KEY, ABOUT);
  await transit(await standIn({ stateDir })).unwrap(wrapped, ABOUT);
});

it('refuses a key that is not there, or that binds nothing', async () => {
  const vault = await standIn();
  const missing = transit(vault, { key: 'other' });
  await expect(missing.current()).rejects.toThrow(
    new KeysRefused('VAULT_KEY: Vault has no key "other" at transit'),
  );
  vault.keys.set('portal', newTransitKey({ type: 'rsa-2048' }));
  await expect(transit(vault).current()).rejects.toThrow('is of the type rsa-2048');
});

it('takes a version that Vault has trimmed, or does not know yet, for one that is not here', async () => {
  const vault = await standIn();
  const keys = transit(vault);
  const [old, other] = [await keys.wrap(KEY, ABOUT), await keys.wrap(KEY, ABOUT)];
  await vault.rotate('portal');
  const newest = await keys.wrap(KEY, ABOUT);
  vault.keys.get('portal')!.minAvailable = 2;
  await expect(keys.unwrap(old, ABOUT)).rejects.toThrow(KeyUnknown);
  vault.keys.get('portal')!.minAvailable = 0;
  vault.become('behind');
  await expect(keys.unwrap(newest, ABOUT)).rejects.toThrow(KeyUnknown);
  expect((await keys.wrap(KEY, ABOUT)).by).toBe('vault:portal:v1');
  expect(Buffer.from(await keys.unwrap(other, ABOUT))).toEqual(Buffer.from(KEY));
});

it.each([
  [400, []],
  [400, ['failed to parse JSON input']],
  [400, ['context should be set either in all the request blocks or in none']],
  [400, ["missing 'context' for key derivation; the key was created using a derived key"]],
  [400, ["'[0].associated_data' provided for non-AEAD cipher suite rsa-2048"]],
  [405, ['unsupported operation']],
  [413, ['http: request body too large']],
  [429, ['request path "transit/decrypt/portal": rate limit quota exceeded']],
  [473, []],
  [502, []],
])('takes no key for a broken one because a call was answered %i %j', async (status, errors) => {
  const vault = await standIn();
  const keys = transit(vault);
  const wrapped = await keys.wrap(KEY, ABOUT);
  vault.answer({ status, errors });
  await expect(keys.unwrap(wrapped, ABOUT)).rejects.toMatchObject(unavailable);
  vault.answer(null);
  await vi.waitFor(() => keys.unwrap(wrapped, ABOUT));
});

it('works at two nodes of one Vault, of which one learns later of a new version', async () => {
  const first = await standIn();
  const second = await standIn({ keys: first.keys });
  const [here, there] = [transit(first), transit(second)];
  const old = await here.wrap(KEY, ABOUT);
  await first.rotate('portal');
  second.become('behind');
  const newest = await here.wrap(KEY, ABOUT);
  expect([newest.by, (await there.wrap(KEY, ABOUT)).by]).toEqual(['vault:portal:v2', 'vault:portal:v1']);
  await expect(there.unwrap(newest, ABOUT)).rejects.toThrow(KeyUnknown);
  await there.unwrap(old, ABOUT);
  second.become('active');
  await there.unwrap(newest, ABOUT);
});

it.each<[string, (vault: VaultStandIn) => void]>([
  ['is sealed', (vault) => vault.become('sealed')],
  ['is a standby', (vault) => vault.become('standby')],
  ['is a standby without a leader', (vault) => vault.become('standby without a leader')],
  ['forbids it', (vault) => vault.forbid(true)],
  ['is overrun by a trickle', (vault) => vault.faults.set({ fault: 'trickle', requests: 100 })],
  ['has lost its key', (vault) => vault.keys.delete('portal')],
])('is away while Vault %s, says so once, and is back by itself', async (_, trouble) => {
  const vault = await standIn();
  const said: unknown[] = [];
  const presence = partnerPresence({ warn: (...line: unknown[]) => void said.push(line) } as never, () => 0);
  const keys = transit(vault, { presence, timeoutMs: 1_000 });
  const key = vault.keys.get('portal')!;
  await keys.current();
  trouble(vault);
  await expect(keys.wrap(KEY, ABOUT)).rejects.toMatchObject(unavailable);
  await expect(keys.wrap(KEY, ABOUT)).rejects.toThrow('is away');
  vault.become('active');
  vault.forbid(false);
  vault.faults.end();
  vault.keys.set('portal', key);
  await vi.waitFor(() => keys.wrap(KEY, ABOUT), 5_000);
  expect(said).toEqual([
    [{ partner: 'key service', reason: expect.any(String) }, 'a partner is away'],
    [{ partner: 'key service', seconds: 0 }, 'a partner is back'],
  ]);
  expect(JSON.stringify(said)).not.toContain(TOKEN);
});

it('does not count as away for one lost answer, when others have come since', async () => {
  const vault = await standIn();
  const presence = { noteFailure: vi.fn(), noteAnswer: vi.fn() };
  const keys = transit(vault, { presence, timeoutMs: 500 });
  const wrapped = await keys.wrap(KEY, ABOUT);
  vault.faults.set({ fault: 'silent', requests: 1, call: '/v1/transit/encrypt/portal' });
  const lost = keys.wrap(KEY, ABOUT);
  await Promise.all([expect(lost).rejects.toThrow('no answer within 500 ms'), keys.unwrap(wrapped, ABOUT)]);
  await keys.wrap(KEY, ABOUT);
  expect(presence.noteFailure).not.toHaveBeenCalled();
});

it('lets nobody wait while Vault is away', async () => {
  const vault = await standIn();
  const keys = transit(vault, { timeoutMs: 300, pauses: { lookMs: 60_000, awayMs: 60_000 } });
  vault.faults.set({ fault: 'silent', requests: 100 });
  await expect(keys.current()).rejects.toMatchObject(unavailable);
  const asked = performance.now();
  for (let times = 0; times < 20; times += 1) await expect(keys.wrap(KEY, ABOUT)).rejects.toThrow('is away');
  expect(performance.now() - asked).toBeLessThan(200);
});

describeLogins();
function describeLogins() {
  const approle = { roleId: 'role', secretId: 'secret' };
  const kubernetes = { role: 'portal', jwt: 'e30.e30.e30' };
  const byRole = { kind: 'approle', mount: 'approle', ...approle } as const;
  const byAccount = { kind: 'kubernetes', mount: 'kubernetes', ...kubernetes } as const;

  it.each([byRole, byAccount])('logs in by $kind, once', async (login) => {
    const vault = await standIn({ approle, kubernetes });
    const keys = transit(vault, { login, pauses: { lookMs: 60_000, awayMs: 20 } });
    await Promise.all([keys.wrap(KEY, ABOUT), keys.wrap(KEY, ABOUT)]);
    expect(vault.logins()).toBe(1);
    vault.revokeTokens();
    await keys.wrap(KEY, ABOUT);
    expect(vault.logins()).toBe(2);
  });

  it('logs in again where its token cannot be renewed', async () => {
    let time = Date.now();
    const now = () => time;
    vi.spyOn(Date, 'now').mockImplementation(now);
    closers.push(() => vi.restoreAllMocks());
    const vault = await standIn({ approle, leaseSeconds: 600, batchTokens: true, now });
    const keys = transit(vault, { login: byRole, pauses: { lookMs: 600_000, awayMs: 20 } });
    await keys.wrap(KEY, ABOUT);
    time += 500_000;
    await keys.wrap(KEY, ABOUT);
    expect([vault.logins(), vault.renewals()]).toEqual([2, 0]);
  });

  it.each([
    { ...byRole, secretId: 'another' },
    { ...byAccount, jwt: 'another' },
    { kind: 'token', token: 'another' } as const,
    { kind: 'token', token: '/no/such/file' } as const,
  ])('is away for a login that is wrong: %o', async (login) => {
    const keys = transit(await standIn({ approle, kubernetes }), { login });
    await expect(keys.wrap(KEY, ABOUT)).rejects.toMatchObject(unavailable);
  });

  it('renews its token before that ends, and logs in again when that is not possible any more', async () => {
    let time = Date.now();
    const now = () => time;
    vi.spyOn(Date, 'now').mockImplementation(now);
    closers.push(() => vi.restoreAllMocks());
    const vault = await standIn({ approle, leaseSeconds: 600, mostSeconds: 1_500, now });
    const keys = transit(vault, { login: byRole, pauses: { lookMs: 600_000, awayMs: 20 } });
    const seen = new Map<number, number[]>();
    for (let seconds = 0; seconds <= 1_400; seconds += 100) {
      await keys.wrap(KEY, ABOUT);
      seen.set(seconds, [vault.logins(), vault.renewals()]);
      time += 100_000;
    }
    expect([0, 300, 400, 800, 1_200].map((seconds) => seen.get(seconds))).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    // The renewal brought less than half of the time before, as the last end of the token is near.
    expect(seen.get(1_400)).toEqual([2, 4]);
  });

  it('renews a token that it was given, also while nobody needs it', async () => {
    let time = Date.now();
    const now = () => time;
    vi.spyOn(Date, 'now').mockImplementation(now);
    closers.push(() => vi.restoreAllMocks());
    const vault = await standIn({ tokenSeconds: 600, mostSeconds: 6_000, now });
    const keys = transit(vault);
    await keys.current();
    for (let times = 1; times <= 3; times += 1) {
      time += 401_000;
      await vi.waitFor(() => expect(vault.renewals()).toBe(times));
    }
    await keys.wrap(KEY, ABOUT);
  });

  it('reads the file of a token again when Vault refuses the old one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vault-'));
    closers.push(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'token');
    await writeFile(file, `${TOKEN}\n`);
    const vault = await standIn();
    const keys = transit(vault, { login: { kind: 'token', token: file } });
    await keys.wrap(KEY, ABOUT);
    await writeFile(file, 'hvs.another');
    vault.replaceToken('hvs.another');
    await keys.wrap(KEY, ABOUT);
  });

  it('names its namespace', async () => {
    const vault = await standIn({ namespace: 'land/portal' });
    await transit(vault, { namespace: 'land/portal' }).wrap(KEY, ABOUT);
    await expect(transit(vault).wrap(KEY, ABOUT)).rejects.toMatchObject(unavailable);
  });
}

it('has no key and no token in any error', async () => {
  const vault = await standIn();
  vault.faults.set({ fault: 'garbage', requests: 1 });
  const errors: unknown[] = [];
  const keys = transit(vault);
  await keys.wrap(KEY, ABOUT).catch((error) => errors.push(error));
  const wrapped = await vi.waitFor(() => keys.wrap(KEY, ABOUT));
  await keys.unwrap(wrapped, 'other').catch((error) => errors.push(error));
  vault.forbid(true);
  await keys.wrap(KEY, ABOUT).catch((error) => errors.push(error));
  expect(errors).toHaveLength(3);
  const told = errors
    .map((error) => `${error} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`)
    .join();
  for (const secret of [TOKEN, Buffer.from(KEY).toString('base64')]) expect(told).not.toContain(secret);
  expect(errors[0]).toBeInstanceOf(PartnerUnavailable);
});
