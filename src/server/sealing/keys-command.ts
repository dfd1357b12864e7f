import type { KeyService } from '#server/ports/key-service.ts';
import type { Database } from '#server/storage/database.ts';
import { checkKeys } from './check-keys.ts';
import { rotateKeys } from './rotate.ts';
import { countWrapped, wrappingKeys } from './wrapped-keys.ts';

export const keysCommands = ['status', 'rotate'] as const;
export type KeysCommand = (typeof keysCommands)[number];

export type KeysCommandContext = {
  db: Database;
  keys: KeyService;
  now: () => Date;
  /** Takes a line for operators. */
  tell: (line: string) => void;
};

/**
 * Does what operators ask of the keys: tells which key of the installation has wrapped how many data keys, or wraps all
 * of them by the newest one.
 * @returns whether all data keys can be opened here, after a rotation by the newest key
 * @throws KeysRefused, PartnerUnavailable
 */
export const runKeysCommand = (command: KeysCommand, context: KeysCommandContext): Promise<boolean> =>
  ({ status, rotate })[command](context);

async function status({ db, keys, tell }: KeysCommandContext): Promise<boolean> {
  const newest = await keys.current();
  const names = await wrappingKeys(db);
  let isComplete = true;
  for (const name of names.includes(newest) ? names : [...names, newest]) {
    const isKnown = name === newest || (await keys.knows(name));
    isComplete &&= isKnown;
    const role = name === newest ? 'wraps, and opens' : isKnown ? 'opens' : 'is not known here';
    tell(`${String(await countWrapped(db, name)).padStart(9)} data keys: ${name} ${role}`);
  }
  return isComplete;
}

async function rotate({ db, keys, now, tell }: KeysCommandContext): Promise<boolean> {
  // Never by a key that is not the one that the servers have under its name.
  await checkKeys(db, keys, now);
  const { newest, done, left } = await rotateKeys(db, keys, tell);
  for (const [name, count] of left) {
    const why = (await keys.knows(name))
      ? 'they do not open, or are in use: ask again'
      : 'it is not known here';
    tell(`${count} data keys still need ${name}: ${why}`);
  }
  const rest = [...left.values()].reduce((sum, count) => sum + count, 0);
  const outcome =
    rest === 0
      ? `0 left: ${newest} wraps all data keys, the old key may go`
      : `${rest} left: keep the old key`;
  tell(`${done} done, ${outcome}`);
  return rest === 0;
}
