import * as z from 'zod/mini';
import type { Locale } from '#domain/locale.ts';
import { uuid } from './shapes.ts';

/** Messages between the portal and the frame of a form server (docs/partners-forms.md). */
const VERSION = 1;
/** Px; more is not a form but a fault. */
const TALLEST = 20_000;

const of = { v: z.literal(VERSION), caseId: uuid };
const text = z.string().check(z.minLength(1), z.maxLength(200));
const page = { page: text, title: text };
const revision = z.int().check(z.nonnegative());

/** Messages that a frame may send. */
export const fromFrame = z.discriminatedUnion('type', [
  z.object({ ...of, type: z.literal('lip:ready'), ...page }),
  z.object({ ...of, type: z.literal('lip:height'), height: z.int().check(z.gte(0), z.lte(TALLEST)) }),
  z.object({ ...of, type: z.literal('lip:page'), ...page }),
  z.object({ ...of, type: z.literal('lip:dirty'), dirty: z.boolean() }),
  z.object({ ...of, type: z.literal('lip:progress'), revision, page: text }),
  z.object({ ...of, type: z.literal('lip:complete'), revision }),
  z.object({ ...of, type: z.literal('lip:cancel') }),
  z.object({
    ...of,
    type: z.literal('lip:session'),
    /** Null on a page whose token is unknown. */
    caseId: z.nullable(uuid),
    state: z.enum(['lost', 'expiring']),
  }),
]);
export type FromFrame = z.output<typeof fromFrame>;

/** Messages of the portal to a frame. */
export type ToFrame = { v: typeof VERSION } & (
  | { type: 'lip:hello' }
  | { type: 'lip:language'; locale: Locale }
  | { type: 'lip:page'; page: string }
  | { type: 'lip:save' }
);
