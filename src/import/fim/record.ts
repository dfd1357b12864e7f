import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseForm } from '#forms/schema/schema.ts';
import type { FormDefinition } from '#forms/types.ts';
import { ImportRefused } from '../refused.ts';

/** File with what the last import wrote. It is hidden, so it is not part of the content. */
export const RECORD = '.fim-import.json';

const recordSchema = z.strictObject({
  /** Keys of the components, by what they stand for. */
  keys: z.record(z.string(), z.string()),
  /** The form as it was written, before editors changed it. */
  form: z.unknown(),
});

/** The last import of a service's form. */
export type ImportRecord = { keys: ReadonlyMap<string, string>; form: FormDefinition };

/**
 * Reads what the last import wrote into the folder of a service; null if there was none.
 * @throws ImportRefused when it cannot be read: the changes of editors could not be told
 */
export function lastImport(folder: string): ImportRecord | null {
  const file = join(folder, RECORD);
  if (!existsSync(file)) return null;
  const damaged = () =>
    new ImportRefused([
      `${file} is damaged: it says what the last import wrote, so that changes of editors can be told. Take it from a backup, or delete it: then the form counts as made by hand, and all of it is kept.`,
    ]);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw damaged();
  }
  const read = recordSchema.safeParse(json);
  const parsed = read.success ? parseForm(read.data.form) : undefined;
  if (!read.success || !parsed || !('form' in parsed)) throw damaged();
  return { keys: new Map(Object.entries(read.data.keys)), form: parsed.form };
}

/** The text of the record. */
export const recordText = (keys: ReadonlyMap<string, string>, form: FormDefinition): string =>
  `${JSON.stringify({ keys: Object.fromEntries([...keys].sort(([one], [other]) => (one < other ? -1 : 1))), form }, null, 1)}\n`;
