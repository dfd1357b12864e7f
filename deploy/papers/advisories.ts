import compare from 'semver/functions/compare.js';
import * as z from 'zod';
import type { Part } from './parts.ts';

const event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});
const advisory = z.object({
  id: z.string(),
  summary: z.string().default(''),
  withdrawn: z.string().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z.array(z.object({ type: z.string(), events: z.array(event) })).default([]),
        versions: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});
/** A known weakness (Open Source Vulnerability format 1.x, the parts that say which versions have it). */
export type Advisory = z.output<typeof advisory>;

/**
 * Reads advisories: one, a list, or one a line, as OSV publishes them.
 * @throws ZodError, SyntaxError for what is none
 */
export function readAdvisories(text: string): Advisory[] {
  const isOneALine = /^\{.*\}\r?\n\{/.test(text);
  const read: unknown = isOneALine
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
    : JSON.parse(text);
  return z.array(advisory).parse(Array.isArray(read) ? read : [read]);
}

/** Returns which of the libraries have which weakness. */
export const weaknessesOf = (parts: readonly Part[], advisories: readonly Advisory[]) =>
  advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary, affected }) =>
      parts
        .filter(({ name, version }) =>
          affected.some(
            (it) =>
              it.package?.ecosystem === 'npm' &&
              it.package.name === name &&
              (it.versions.includes(version) || it.ranges.some((range) => isWithin(version, range))),
          ),
        )
        .map(({ name, version }) => ({ id, summary, name, version })),
    );

/** The last event up to a version decides, in the order of versions (OSV, "Evaluation"). Commits cannot be compared. */
function isWithin(version: string, { type, events }: { type: string; events: z.output<typeof event>[] }) {
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return false;
  const from = (it: z.output<typeof event>) => it.introduced ?? it.fixed ?? it.last_affected ?? '0';
  const of = (text: string) => (text === '0' ? '0.0.0-0' : text);
  const ordered = events.toSorted((a, b) => compare(of(from(a)), of(from(b))));
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of ordered) {
    if (introduced !== undefined && compare(version, of(introduced)) >= 0) isAffected = true;
    if (fixed !== undefined && compare(version, fixed) >= 0) isAffected = false;
    if (last !== undefined && compare(version, last) > 0) isAffected = false;
  }
  return isAffected;
}
