import type { KeyService } from '#server/ports/key-service.ts';
import { countUnsealed, MOST_COUNTED } from '#server/storage/count-unsealed.ts';
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
 * Does what operators ask of the keys: tells which key of the installation has wrapped how many data keys, and how many
 * rows an earlier version has left open, or wraps all data keys by the newest key.
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
    tell(`${counted(await countWrapped(db, name))} data keys: ${name} ${role}`);
  }
  await tellUnsealed(db, tell);
  return isComplete;
}

const counted = (count: number): string => String(count).padStart(9);

async function tellUnsealed(db: Database, tell: KeysCommandContext['tell']): Promise<void> {
  const left = Object.entries(await countUnsealed(db)).filter(([, count]) => count > 0);
  for (const [table, count] of left) {
    const most = count === MOST_COUNTED ? 'or more ' : '';
    tell(
      `${counted(count)} ${most}rows of ${table} are not sealed yet: a server that runs does that every minute`,
    );
  }
  if (left.length === 0) tell('all rows are sealed');
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
