import * as z from 'zod';
import type { Localised } from '#domain/locale.ts';
import { type Purpose, purposes } from './kept.ts';

const text = z.strictObject({ de: z.string().trim().min(1), en: z.string().trim().min(1) });
const names = Object.keys(purposes) as Purpose[];

/** The file of an installation that names the law by which it keeps what it keeps (docs/content.md). */
export const legalBasesSchema = z.strictObject({ legalBases: z.record(z.enum(names), text) });

export type LegalBases = Record<Purpose, Localised>;
