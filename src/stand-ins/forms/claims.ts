import * as z from 'zod';
import { locales } from '#domain/locale.ts';

/** Claims in the portal's calls (docs/partners-forms.md), as this form server reads them. */
const ofCase = { processId: z.uuid(), caseId: z.uuid() };
const texts = z.record(z.enum(locales), z.string().max(500));

const file = z.object({
  id: z.uuid(),
  path: z.string().max(200),
  label: texts,
  name: z.string().min(1).max(255),
  size: z.int().min(0),
  type: z.string().max(100),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const origin = z.url({ protocol: /^https?$/ }).refine((text) => new URL(text).origin === text);

export const claims = {
  open: z.object({
    protocol: z.int(),
    processId: z.uuid(),
    formId: z.string().max(200),
    locale: z.enum(locales),
    portal: origin,
    page: z.string().max(200).nullable(),
    data: z.record(z.string(), z.unknown()).nullable(),
    files: z.array(file).max(20),
    prefill: z.record(z.string(), z.string().max(5000)),
  }),
  state: z.object(ofCase),
  file: z.object({ ...ofCase, fileId: z.uuid() }),
  prolong: z.object(ofCase),
  close: z.object(ofCase),
};
export type Operation = keyof typeof claims;
export type Claims<O extends Operation> = z.infer<(typeof claims)[O]>;

export const PROTOCOL = 1;
