import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import { thisUser } from '#server/this-user.ts';
import { type Check, type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const PAGE = 'operations.md#configuration';
const MEGABYTE = 1024 ** 2;
/** Room below which a warning, or a fault, is found; the embedded database needs 24 MB to start. */
const LITTLE_MEGABYTES = 1024;
const TOO_LITTLE_MEGABYTES = 100;

/** Returns checks of the folders and files that the server writes: whether it may, and whether there is room. */
export function folderChecks(config: Config): Check[] {
  const files = { SECURITY_LOG: config.SECURITY_LOG, TRAIL_FILE: config.TRAIL_FILE };
  return [
    ...(config.DATABASE_URL === undefined ? [check('DATA_DIR', config.DATA_DIR)] : []),
    ...Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [check(name, file)])),
  ];
}

const check = (about: string, at: string): Check => ({ about, page: PAGE, look: () => lookAt(about, at) });

async function lookAt(about: string, at: string): Promise<Finding[]> {
  const there = await nearest(path.resolve(at));
  try {
    await access(there, constants.W_OK);
  } catch (error) {
    const todo = `Give ${thisUser()} the right to write there`;
    return [fault(about, `${there} cannot be written: ${reasonOf(error)}`, todo, PAGE)];
  }
  const { bavail, bsize } = await statfs(there);
  const left = Math.floor((bavail * bsize) / MEGABYTE);
  if (left < TOO_LITTLE_MEGABYTES) return [fault(about, `${left} MB are left there`, 'Make room', PAGE)];
  if (left < LITTLE_MEGABYTES) return [warning(about, `${left} MB are left there`, 'Make room', PAGE)];
  return [ok(about, 'it can be written, and there is room')];
}

/** Returns the path itself, or the folder above it in which it would be made. */
async function nearest(at: string): Promise<string> {
  for (let place = at; ; place = path.dirname(place)) {
    const isThere = await access(place).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    );
    if (isThere || place === path.dirname(place)) return place;
  }
}
