import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { importsOf, sourceOf } from '../house/imports.ts';

const imports = new Map<string, string[]>();

function importedBy(file: string): string[] {
  const known = imports.get(file);
  if (known) return known;
  const isCode = /\.tsx?$/.test(file);
  const found = isCode
    ? importsOf(file)
        .map(({ to }) => to)
        .filter((to) => isFile(to))
    : [];
  imports.set(file, found);
  return found;
}

/** All files of the project that a file imports, itself included, with the number of steps to each. */
export function closureOf(file: string): Map<string, number> {
  const steps = new Map([[file, 0]]);
  for (const [at, distance] of steps) {
    for (const to of importedBy(at)) if (!steps.has(to)) steps.set(to, distance + 1);
  }
  return steps;
}

/** Changes with the contents of a file and of all that it imports, and of others. */
export function stateOf(closure: Map<string, number>, others: string[]): string {
  const hash = createHash('sha1');
  for (const file of [...closure.keys(), ...others].sort()) hash.update(file).update(sourceOf(file));
  return hash.digest('hex');
}

const isFile = (file: string) => statSync(path.resolve(file), { throwIfNoEntry: false })?.isFile() === true;
