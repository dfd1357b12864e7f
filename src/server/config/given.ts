import path from 'node:path';
import type { Fault } from './fault.ts';
import { FileUnusable, readTextFile } from './text-file.ts';
import { secrets } from './variables.ts';

/** Variables as the environment gives them. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Secrets that may be the absolute path of a file themselves, which is then read at each use. */
const READ_AT_EACH_USE: readonly string[] = ['VAULT_TOKEN', 'VAULT_SECRET_ID'];

/**
 * Puts secrets in place that are in files: `NAME_FILE` names the file whose text is the value of `NAME`, as Docker and
 * Kubernetes hand out secrets. Line breaks at its end are not part of it.
 */
export function withFiles(given: Given): { given: Given; faults: Fault[] } {
  const found: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const name of secrets) {
    const variable = `${name}_FILE`;
    const file = given[variable];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      faults.push({ name: variable, reason: `is set together with ${name}: one of them is expected` });
      continue;
    }
    if (file.trim() === '') {
      faults.push({ name: variable, reason: 'is empty; leave it out, or set it' });
      continue;
    }
    try {
      const text = readTextFile(file).replace(/(\r?\n)+$/, '');
      found[name] = READ_AT_EACH_USE.includes(name) ? path.resolve(file) : text;
    } catch (error) {
      if (!(error instanceof FileUnusable)) throw error;
      faults.push({ name: variable, reason: error.message });
    }
  }
  return { given: { ...given, ...found }, faults };
}
