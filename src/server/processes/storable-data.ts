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
 * Returns form data as the text to store: no larger and no deeper than any form needs, and without characters that
 * PostgreSQL's jsonb cannot store (U+0000 and halves of surrogate pairs).
 * @throws ProblemError input-invalid
 */
export function storableData(data: FormData): string {
  assertStorable(data, MAX_DEPTH);
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > MAX_BYTES) refuse('too large');
  return text;
}

function assertStorable(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) refuse('characters that no text has');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) refuse('too deep');
  for (const [key, part] of Object.entries(value)) {
    assertStorable(key, 0);
    assertStorable(part, depth - 1);
  }
}

function refuse(reason: string): never {
  throw new ProblemError('input-invalid', { fields: [{ name: 'data', reason }] });
}
