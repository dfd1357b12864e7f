import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { BackupRefused } from './refused.ts';

/** The form of backups that this version writes. */
export const FORMAT = 1;

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  file: z.string().regex(/^[a-z_]+\.jsonl\.gz$/),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  commit: z.string(),
  database: z.enum(['postgres', 'embedded']),
  /** The one moment that all tables show. */
  snapshotAt: z.iso.datetime(),
  /** Whether keys are kept apart: then nothing is restored without them. */
  hasKeys: z.boolean(),
  migrations: z.array(z.string()),
  tables: z.array(table),
});

export type Manifest = z.output<typeof manifest>;
export type TableEntry = z.output<typeof table>;

const NAME = 'manifest.json';
/** As of `sha256sum`, so that a backup can be checked without this program. */
const SUMS = 'SHA256SUMS';

/** Returns the files that describe a backup, by their names. */
export function describe(about: Manifest): Record<string, string> {
  const text = `${JSON.stringify(about, null, 2)}\n`;
  const sum = createHash('sha256').update(text).digest('hex');
  const lines = [...about.tables.map((one) => `${one.sha256}  ${one.file}`), `${sum}  ${NAME}`];
  return { [NAME]: text, [SUMS]: `${lines.join('\n')}\n` };
}

/**
 * Reads what a backup says about itself.
 * @throws BackupRefused when it is no whole backup, or one of a newer form
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = (name: string) =>
    readFile(path.join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new BackupRefused(`${folder} is no whole backup: ${name} cannot be read (${error.code}).`);
    });
  const [text, sums] = await Promise.all([read(NAME), read(SUMS)]);
  const sum = createHash('sha256').update(text).digest('hex');
  if (!sums.includes(`${sum}  ${NAME}`))
    throw new BackupRefused(`${path.join(folder, NAME)} is not as it was written: its SHA-256 differs.`);
  const found: unknown = JSON.parse(text);
  const parsed = manifest.safeParse(found);
  if (parsed.success) return parsed.data;
  const { format } = z.looseObject({ format: z.unknown() }).parse(found);
  throw new BackupRefused(
    format === FORMAT
      ? `${path.join(folder, NAME)} cannot be understood: ${z.prettifyError(parsed.error)}`
      : `${folder} was written by a newer version of the portal (form ${String(format)}; this one knows ${FORMAT}).`,
  );
}
