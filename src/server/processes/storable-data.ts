import type { FormData } from '#forms/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';

/** Limit for the form data of one process; the longest form needs about 30 KB. */
const MAX_BYTES = 512 * 1024;
const MAX_DEPTH = 12;

/** @throws ProblemError input-invalid when the data is more than the form can hold */
export function assertFits(form: EngineForm, data: FormData): void {
  if (!form.fits(data)) refuse('more than the form has');
}

/**
 * Checks form data that is to be stored: no larger and no deeper than any form needs, and without characters that
 * PostgreSQL's jsonb cannot store (U+0000 and halves of surrogate pairs).
 * @throws ProblemError input-invalid
 */
export function assertStorable(data: FormData): void {
  assertParts(data, MAX_DEPTH);
  if (Buffer.byteLength(JSON.stringify(data)) > MAX_BYTES) refuse('too large');
}

function assertParts(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) refuse('characters that no text has');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) refuse('too deep');
  for (const [key, part] of Object.entries(value)) {
    assertParts(key, 0);
    assertParts(part, depth - 1);
  }
}

function refuse(reason: string): never {
  throw new ProblemError('input-invalid', { fields: [{ name: 'data', reason }] });
}
