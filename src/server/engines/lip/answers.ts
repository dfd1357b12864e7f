import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { summaryRowKinds } from '#domain/summary.ts';
import type { FormData, FormValue } from '#forms/types.ts';

/** Allowed answers of a form server, and their limits (docs/partners-forms.md). */

const DATA_BYTES = 256 * 1024;
const DATA_DEPTH = 8;
const MOST_FILES = 20;
export const MOST_FILE_BYTES = 20 * 1024 * 1024;

const text = (most: number) => z.string().max(most);
const both = (most: number) => z.object({ de: text(most), en: text(most) });
const path = z.string().min(1).max(200);
const page = z.string().max(100);
const seconds = z.int().min(0).max(32_503_680_000);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const data = z
  .record(z.string(), z.json())
  .refine((value) => depthOf(value) <= DATA_DEPTH, 'too deep')
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= DATA_BYTES, 'too large')
  .transform((value) => value as Record<string, FormValue> as FormData);

const file = z.object({
  id: z.uuid(),
  path,
  label: both(300),
  name: z.string().min(1).max(255),
  size: z.int().min(1).max(MOST_FILE_BYTES),
  type: z.string().max(100),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const summaryPage = z.object({
  key: page,
  title: text(300),
  rows: z
    .array(
      z.object({
        path,
        label: text(500),
        value: text(10_000),
        kind: z.enum(summaryRowKinds),
        level: z.int().min(0).max(5),
      }),
    )
    .max(500),
});

export const opened = z.object({
  caseId: z.uuid(),
  token: z.string().regex(/^[\w-]{32,100}$/),
  protocol: z.int(),
});

export const state = z
  .object({
    formId: z.string(),
    revision: z.int().min(0),
    page: page.nullable(),
    complete: z.boolean(),
    data,
    files: z.array(file).max(MOST_FILES),
    faults: z
      .array(z.object({ path, page, label: both(500), rule: z.string().regex(/^[a-zA-Z-]{1,40}$/) }))
      .max(500),
    summary: z.object({ de: z.array(summaryPage).max(50), en: z.array(summaryPage).max(50) }),
    feeCents: z.int().min(0).max(99_999_900).nullable(),
    lastInput: seconds.nullable().transform((value) => (value === null ? null : new Date(value * 1000))),
  })
  .refine(({ complete, faults }) => !complete || faults.length === 0, 'complete, and with faults')
  .refine(({ files }) => new Set(files.map(({ id }) => id)).size === files.length, 'the same file twice')
  .refine(
    ({ summary }) => locales.every((locale) => summary[locale].length === summary.de.length),
    'a summary in one language only',
  );

export const prolonged = z.object({
  sessionExpires: seconds.transform((value) => new Date(value * 1000)),
});

/** An error that the form server names. */
export const refusal = z.object({ error: z.string() });
