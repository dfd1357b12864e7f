import { randomBytes } from 'node:crypto';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { KeyService } from '#server/ports/key-service.ts';
import type { Database } from '#server/storage/database.ts';
import { aboutOf } from './data-keys.ts';
import { KeysRefused, KeyUnknown } from './key-faults.ts';
import { rewrap } from './rotate.ts';
import { KEY_BYTES, SealBroken } from './seal.ts';
import { countWrapped, wrappedAfter, wrappingKeys } from './wrapped-keys.ts';

/** A data key that belongs to nobody: the newest key of the installation has wrapped it, and must open it. */
const CHECK = 'a7b5e1c2-6d3f-4c8a-9e57-0c1d2b3a4f50';
/** Data keys that are tried of each key of the installation: one that was tampered with does not condemn the key. */
const SAMPLES = 5;

/** A key of the installation that stored data keys need and that does not open them. */
export type UselessKey = { key: string; dataKeys: number; is: 'not known here' | 'another key' };

/**
 * Checks that the keys of the installation are those that have wrapped what is stored: of each that is needed, a data
 * key is opened. Then the newest key is needed as well, so that another one under its name is noticed from now on, on
 * every server.
 * @returns the keys that are missing or wrong, while others open
 * @throws KeysRefused when none of the keys opens, or the newest one is another key than before; PartnerUnavailable when
 * that cannot be told
 */
export async function checkKeys(db: Database, keys: KeyService, now: () => Date): Promise<UselessKey[]> {
  const useless = await uselessKeys(db, keys);
  await bindNewest(db, keys, await keys.current(), now);
  return useless;
}

/**
 * Does the same without writing anything.
 * @throws KeysRefused when none of the keys opens, or the newest one is another key than before; PartnerUnavailable
 */
export async function uselessKeys(db: Database, keys: KeyService): Promise<UselessKey[]> {
  const newest = await keys.current();
  const names = await wrappingKeys(db);
  const useless: UselessKey[] = [];
  for (const key of names) {
    const is = await standingOf(db, keys, key, newest);
    if (is !== 'good') useless.push({ key, is, dataKeys: await countWrapped(db, key) });
  }
  const isNewestWrong = useless.some(({ key }) => key === newest);
  if (isNewestWrong || (names.length > 0 && useless.length === names.length)) throw refused(useless);
  return useless;
}

async function standingOf(
  db: Database,
  keys: KeyService,
  name: string,
  newest: string,
): Promise<UselessKey['is'] | 'good'> {
  try {
    if (!(await keys.knows(name))) return 'not known here';
    const samples = await wrappedAfter(db, name, { after: null, limit: SAMPLES });
    for (const { id, wrapped } of samples) if (await opens(keys, { wrapped, by: name }, id)) return 'good';
    return samples.length === 0 ? 'good' : 'another key';
  } catch (error) {
    if (error instanceof KeyUnknown) return 'not known here';
    // An older key that cannot be asked now is no reason to refuse the newest one.
    if (error instanceof PartnerUnavailable && error.partner === 'key service' && name !== newest)
      return 'good';
    throw error;
  }
}

async function opens(
  keys: KeyService,
  key: Parameters<KeyService['unwrap']>[0],
  id: string,
): Promise<boolean> {
  try {
    await keys.unwrap(key, aboutOf(id));
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** Has the newest key wrap the data key of the check, and open it: another server may have wrapped it meanwhile. */
async function bindNewest(db: Database, keys: KeyService, newest: string, now: () => Date): Promise<void> {
  const stored = () =>
    db
      .selectFrom('dataKey')
      .select(['id', 'wrapped', 'wrappedBy'])
      .where('id', '=', CHECK)
      .executeTakeFirst();
  const row = await stored();
  if (row?.wrappedBy !== newest && !(row && (await rewrap(db, keys, [row])) > 0)) {
    // It protects nothing, so one that does not open is replaced.
    const { wrapped, by } = await keys.wrap(randomBytes(KEY_BYTES), aboutOf(CHECK));
    await db
      .insertInto('dataKey')
      .values({ id: CHECK, kind: 'installation', wrapped, wrappedBy: by, createdAt: now() })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ wrapped, wrappedBy: by })
          .where('dataKey.wrappedBy', '!=', newest),
      )
      .execute();
  }
  const kept = await stored();
  if (kept?.wrappedBy === newest && !(await opens(keys, { wrapped: kept.wrapped, by: newest }, CHECK)))
    throw refused([{ key: newest, is: 'another key', dataKeys: await countWrapped(db, newest) }]);
}

function refused(useless: readonly UselessKey[]): KeysRefused {
  const words = {
    'not known here': 'is not known here',
    'another key': 'is not the key that has had this name until now',
  };
  const lines = useless.map(
    ({ key, is, dataKeys }) => `  ${key} ${words[is]}; ${dataKeys} data keys need it`,
  );
  return new KeysRefused(
    `The keys of the installation do not open what is stored:\n${lines.join('\n')}\nGive the server the keys that it had (docs/operations.md, "Keys").`,
  );
}
