import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Ran } from './run.ts';

/** A failing run, as small as it was found: `npm run simulate -- --replay FILE` runs it again. */
const failure = z.object({
  seed: z.number(),
  /** The choices (tape.ts). */
  tape: z.array(z.number()),
  breaches: z.array(z.string()),
  log: z.array(z.string()),
});
export type Failure = z.output<typeof failure>;

/** Runs that failed once, and must not again. */
const kept = path.resolve(import.meta.dirname, 'kept');

/** Stores a failing run. @returns the file */
export function storeFailure(folder: string, seed: number, tape: readonly number[], ran: Ran): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `run-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({ seed, tape: [...tape], ...ran } satisfies Failure, null, 1)}\n`);
  return file;
}

/** @throws Error when the file is none of a failing run */
export const readFailure = (file: string): Failure => failure.parse(JSON.parse(readFileSync(file, 'utf8')));

export const keptFailures = (): string[] =>
  readdirSync(kept, { withFileTypes: true })
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ name }) => path.join(kept, name));
