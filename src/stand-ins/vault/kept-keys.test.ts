import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { partnerPresence } from '#server/partners/partner-presence.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import { checkKeys } from '#server/sealing/check-keys.ts';
import { createDataKeys } from '#server/sealing/data-keys.ts';
import { type KeptKeys, openKeys } from '#server/sealing/kept-keys.ts';
import { KeysRefused, KeyUnknown } from '#server/sealing/key-faults.ts';
import { createKeyServices, type KeyServices } from '#server/sealing/key-services.ts';
import { rotateKeys } from '#server/sealing/rotate.ts';
import type { SealingSettings } from '#server/sealing/settings.ts';
import { expectOpen, keyOf, local, storeKeys } from '#server/sealing/testing/stored-keys.ts';
import { wrappingKeys } from '#server/sealing/wrapped-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { startVaultStandIn, type VaultStandIn } from './server.ts';

/** The keys of a running server: in a file, in Vault, in both; missing, wrong, read again, away. */

let storage: Storage;
let vault: VaultStandIn;
const closers: (() => unknown)[] = [];
beforeEach(async () => {
  vault = await startVaultStandIn({ port: 0, token: TOKEN });
});
beforeAll(async () => {
  storage = await openTestStorage();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await vault.close();
  await storage.db.deleteFrom('dataKey').execute();
});
afterAll(() => storage.close());

const now = () => new Date();
const TOKEN = 'hvs.a-token-that-is-long-enough';
const [a, b] = [keyOf('a'), keyOf('b')];
const withVault: SealingSettings = {
  VAULT_KEY: 'portal',
  VAULT_MOUNT: 'transit',
  VAULT_TOKEN: TOKEN,
  VAULT_JWT: '/none',
};
const services = (settings: Partial<SealingSettings>): KeyServices => {
  const made = createKeyServices({ ...withVault, ...settings }, { pauses: { lookMs: 20, awayMs: 20 } });
  closers.push(made.stop);
  return made;
};

type Line = [level: string, ...said: unknown[]];
const open = async (
  create: () => KeyServices,
  lines: Line[] = [],
): Promise<{ keys: KeptKeys; lines: Line[] }> => {
  const log = Object.fromEntries(
    ['info', 'warn', 'error'].map((level) => [
      level,
      (...said: unknown[]) => void lines.push([level, ...said]),
    ]),
  );
  const keys = await openKeys({ db: storage.db, log: log as never, now, create, againMs: 20 });
  closers.push(keys.stop);
  return { keys, lines };
};
const fixed = (service: KeyService) => ({ ...service, stop: () => {} });

it('changes from a file to Vault and back, while both open', async () => {
  const both = { SEALING_KEYS: [a] as [typeof a], VAULT_URL: vault.url };
  const made = await storeKeys(storage.db, services({ SEALING_KEYS: [a] }), 3);
  const toVault = services({ ...both, SEALING_BY: 'vault' });
  await expectOpen(storage.db, toVault, made);
  expect((await rotateKeys(storage.db, toVault, () => {})).left.size).toBe(0);
  expect(await wrappingKeys(storage.db)).toEqual(['vault:portal:v1']);
  await expectOpen(storage.db, services({ VAULT_URL: vault.url }), made);
  await expect(expectOpen(storage.db, services({ SEALING_KEYS: [a] }), made)).rejects.toThrow(KeyUnknown);
  const back = services({ ...both, SEALING_BY: 'keys' });
  await rotateKeys(storage.db, back, () => {});
  await expectOpen(storage.db, services({ SEALING_KEYS: [a] }), made);
  expect(await Promise.all(['local:a', 'local:b', 'vault:portal:v1', 'kms:x'].map(back.knows))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('does not go on for ever with a node of Vault that does not know the newest version yet', async () => {
  await storeKeys(storage.db, services({ VAULT_URL: vault.url }), 3);
  const keys = services({ VAULT_URL: vault.url });
  const { left } = await rotateKeys(
    storage.db,
    { ...keys, current: async () => 'vault:portal:v2' },
    () => {},
  );
  expect([...left]).toEqual([['vault:portal:v1', 3]]);
});

it('notices another Vault with a key of the same name', async () => {
  await storeKeys(storage.db, services({ VAULT_URL: vault.url }), 2);
  const other = await startVaultStandIn({ port: 0, token: TOKEN });
  closers.push(other.close);
  await expect(checkKeys(storage.db, services({ VAULT_URL: other.url }), now)).rejects.toThrow(KeysRefused);
});

it('waits at the start while Vault is away, and says so once', async () => {
  const made = await storeKeys(storage.db, services({ VAULT_URL: vault.url }), 1);
  vault.become('sealed');
  const lines: Line[] = [];
  const opening = open(() => services({ VAULT_URL: vault.url }), lines);
  await vi.waitFor(() => expect(vault.asked()).toBeGreaterThan(8));
  expect(lines).toEqual([['warn', 'the start waits for the key service']]);
  vault.become('active');
  const { keys } = await opening;
  await expectOpen(storage.db, keys, made);
  expect(lines).toHaveLength(1);
});

it('does not start when Vault comes back with another key', async () => {
  await storeKeys(storage.db, services({ VAULT_URL: vault.url }), 1);
  vault.become('sealed');
  const opening = open(() => services({ VAULT_URL: vault.url }));
  vault.keys.get('portal')!.versions[0]!.fill(1);
  vault.become('active');
  await expect(opening).rejects.toThrow('vault:portal:v1 is not the key');
});

it('starts with an old key in a Vault that is away, while a file wraps', async () => {
  await storeKeys(storage.db, services({ VAULT_URL: vault.url }), 2);
  await vault.close();
  const made = await storeKeys(storage.db, local(a), 1);
  const both = { SEALING_KEYS: [a] as [typeof a], VAULT_URL: vault.url, SEALING_BY: 'keys' } as const;
  const { keys, lines } = await open(() => services(both));
  expect(lines).toEqual([]);
  await expectOpen(storage.db, keys, made);
});

it('does not start with wrong keys', async () => {
  await storeKeys(storage.db, local(a), 1);
  await expect(open(() => fixed(local(b)))).rejects.toThrow(KeysRefused);
});

it('tells once which keys are missing, at the start and when one is needed', async () => {
  const [lost] = await storeKeys(storage.db, local(a), 2);
  await storeKeys(storage.db, local(b), 1);
  const { keys, lines } = await open(() => fixed(local(b)));
  expect(lines).toEqual([
    [
      'error',
      { keys: [{ key: 'local:a', is: 'not known here', dataKeys: 2 }] },
      'data keys need keys of the installation that are not here',
    ],
  ]);
  for (let times = 0; times < 2; times += 1)
    await expect(createDataKeys(keys, now).find(storage.db, lost?.[0] ?? '')).rejects.toThrow(KeyUnknown);
  expect(lines.slice(1)).toEqual([
    ['error', { key: 'local:a' }, 'a key of the installation is needed that is not here'],
  ]);
});

it('uses a new first key when it is told to read the keys again, and keeps the old ones after a fault', async () => {
  const made = await storeKeys(storage.db, local(a), 1);
  let next: () => KeyServices = () => fixed(local(a));
  const { keys, lines } = await open(() => next());
  next = () => fixed(local(b, a));
  await keys.reload();
  expect(await keys.current()).toBe('local:b');
  expect(lines.at(-1)).toEqual([
    'info',
    { wraps: 'local:b' },
    'the keys of the installation were read again',
  ]);
  const faulty: (() => KeyServices)[] = [
    () => fixed(local(keyOf('b', 1), a)),
    () => fixed(local(keyOf('d'))),
    () => {
      throw new Error('SEALING_KEYS: key 1: "name base64" is expected');
    },
  ];
  for (const fault of faulty) {
    next = fault;
    await keys.reload();
    expect(lines.at(-1)?.[2]).toBe('the keys of the installation cannot be used; the old ones stay');
    expect(await keys.current()).toBe('local:b');
    await expectOpen(storage.db, keys, made);
  }
});

it('goes on with open keys while Vault is away, and tells of it once', async () => {
  const said: unknown[] = [];
  const presence = partnerPresence({ warn: (...line: unknown[]) => void said.push(line[1]) } as never);
  const { keys } = await open(() =>
    createKeyServices(
      { ...withVault, VAULT_URL: vault.url },
      { presence, pauses: { lookMs: 20, awayMs: 20 } },
    ),
  );
  const made = await storeKeys(storage.db, keys, 2);
  const [known, other] = made.keys();
  const dataKeys = createDataKeys(keys, now);
  await dataKeys.find(storage.db, known ?? '');
  vault.become('sealed');
  await vi.waitFor(() => expect(said).toEqual(['a partner is away']));
  expect(await dataKeys.find(storage.db, known ?? '')).not.toBeNull();
  await expect(dataKeys.find(storage.db, other ?? '')).rejects.toMatchObject({ partner: 'key service' });
  await expect(dataKeys.of(storage.db, 'application', randomUUID())).rejects.toMatchObject({
    partner: 'key service',
  });
  vault.become('active');
  await vi.waitFor(() => dataKeys.find(storage.db, other ?? ''));
  expect(said).toEqual(['a partner is away', 'a partner is back']);
});
