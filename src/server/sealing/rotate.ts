import type { KeyService } from '#server/ports/key-service.ts';
import type { Database } from '#server/storage/database.ts';
import { aboutOf } from './data-keys.ts';
import { KeyUnknown } from './key-faults.ts';
import { SealBroken } from './seal.ts';
import { countWrapped, replaceWrapped, type StoredKey, wrappedAfter, wrappingKeys } from './wrapped-keys.ts';

/** Data keys of one batch, and of those the ones that a service is asked about at once. */
const BATCH = 200;
const AT_ONCE = 8;
/** Data keys between two lines about the progress. */
const TOLD_EVERY = 10_000;

export type Rotation = {
  /** The key that wraps all others now. */
  newest: string;
  /** Data keys that were wrapped anew. */
  done: number;
  /** Data keys that still need an old key, by its name. */
  left: ReadonlyMap<string, number>;
};

/**
 * Wraps all data keys by the newest key of the installation, in batches, while the portal runs. What is done stays
 * done: after an interruption the next rotation goes on with the rest, and several at once do not disturb each other.
 * @param tell takes lines about the progress, for operators
 * @throws PartnerUnavailable, DatabaseUnavailable
 */
export async function rotateKeys(
  db: Database,
  keys: KeyService,
  tell: (line: string) => void,
): Promise<Rotation> {
  let done = 0;
  let newest = '';
  const left = new Map<string, number>();
  // A key that is made meanwhile by a server that does not know the newest one yet is met in the next round.
  for (let isChanged = true; isChanged; ) {
    newest = await keys.current();
    const before = done;
    left.clear();
    for (const old of (await wrappingKeys(db)).filter((name) => name !== newest)) {
      if (await keys.knows(old)) {
        tell(`${old}: ${await countWrapped(db, old)} data keys are wrapped by ${newest}`);
        done += await rotateFrom(db, keys, old, tell);
      }
      const rest = await countWrapped(db, old);
      if (rest > 0) left.set(old, rest);
    }
    isChanged = done > before;
  }
  return { newest, done, left };
}

async function rotateFrom(
  db: Database,
  keys: KeyService,
  old: string,
  tell: (line: string) => void,
): Promise<number> {
  let done = 0;
  let after: string | null = null;
  for (;;) {
    const rows: StoredKey[] = await wrappedAfter(db, old, { after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return done;
    after = last.id;
    const told = Math.floor(done / TOLD_EVERY);
    done += await rewrap(db, keys, rows);
    if (Math.floor(done / TOLD_EVERY) > told) tell(`${old}: ${done} done`);
  }
}

/** Wraps data keys by the newest key. Those that do not open are left. @returns the number of those that were changed */
export async function rewrap(db: Database, keys: KeyService, rows: readonly StoredKey[]): Promise<number> {
  const changes: Parameters<typeof replaceWrapped>[1][number][] = [];
  const waiting = [...rows];
  const work = async () => {
    for (let old = waiting.shift(); old; old = waiting.shift()) {
      try {
        const about = aboutOf(old.id);
        const key = await keys.unwrap({ wrapped: old.wrapped, by: old.wrappedBy }, about);
        const { wrapped, by } = await keys.wrap(key, about);
        // A node of a key service may not know yet that there is a newer version.
        if (by !== old.wrappedBy) changes.push({ old, wrapped, wrappedBy: by });
      } catch (error) {
        if (!(error instanceof SealBroken || error instanceof KeyUnknown)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return replaceWrapped(db, changes);
}
