import type * as z from 'zod';
import { typedAlong } from './as-typed.ts';
import type { Fault } from './fault.ts';
import { inWords, noNumber } from './in-words.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Read<S extends Shape> = { [N in keyof S]?: z.output<S[N]> };

/**
 * Reads each variable by itself, so that one wrong value hides no other.
 * @returns the values of those that are right, and what is wrong with the others
 */
export function readEach<S extends Shape>(
  shape: S,
  given: Readonly<Record<string, unknown>>,
): { values: Read<S>; faults: Fault[] } {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, kind] of Object.entries(shape)) {
    const value = given[name];
    const wrong = typeof value === 'string' ? wrongText(name, kind, value) : null;
    if (wrong !== null) {
      faults.push({ name, reason: wrong });
      continue;
    }
    const { data, error } = kind.safeParse(value, { error: inWords });
    if (error === undefined) values[name] = data;
    else if (value === undefined) faults.push({ name, reason: 'is missing' });
    else for (const { path, message } of error.issues) faults.push({ name, reason: within(path, message) });
  }
  return { values: values as Read<S>, faults };
}

/** Returns what is wrong with a text whatever it means; null when nothing is. */
function wrongText(name: string, kind: z.ZodType, value: string): string | null {
  if (value.trim() === '') return 'is empty; leave it out, or set it';
  return typedAlong(name, value) ?? noNumber(kind, value);
}

/** A value may have parts (a list in JSON): the reason names the one. */
const within = (path: readonly PropertyKey[], message: string): string =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
