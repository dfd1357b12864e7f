import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Manifest, readManifest, type TableEntry } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { readLines, sha256Of } from './row-files.ts';

/**
 * Reads a whole backup: every file is there, as it was written, with as many rows.
 * @throws BackupRefused that names each file at fault
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const faults: string[] = [];
  for (const table of manifest.tables) {
    const fault = await faultOf(path.join(folder, table.file), table);
    if (fault !== null) faults.push(`  ${table.file}: ${fault}`);
  }
  if (faults.length > 0) throw new BackupRefused(`${folder} is no whole backup:\n${faults.join('\n')}`);
  return manifest;
}

async function faultOf(file: string, { bytes, sha256, rows }: TableEntry): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return 'is missing';
  if (found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`;
  if ((await sha256Of(file)) !== sha256) return 'is not as it was written: its SHA-256 differs';
  let count = 0;
  for await (const lines of readLines(file)) count += lines.length;
  return count === rows ? null : `has ${count} rows instead of ${rows}`;
}
