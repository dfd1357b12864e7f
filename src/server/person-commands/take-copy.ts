import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ServerContext } from '#server/context.ts';
import { type CopyOf, copyOf } from '#server/views/person-copy.ts';

/**
 * Writes a copy of everything of a person, or of one application, and ends `out`.
 * @returns how many values are missing, because their seals are broken
 * @throws as KeyService.unwrap, and the error with which `out` failed
 */
export async function takeCopy(
  context: ServerContext,
  of: Exclude<CopyOf, { whose: 'login' }>,
  out: Writable,
): Promise<number> {
  let missing = 0;
  const log = Object.create(context.log, {
    error: {
      value: (...said: Parameters<typeof context.log.error>) => {
        missing += 1;
        context.log.error(...said);
      },
    },
  });
  const copy = await copyOf({ ...context, log }, of);
  out.end(JSON.stringify(copy, null, 2));
  await once(out, 'finish');
  return missing;
}
