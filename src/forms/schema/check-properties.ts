import * as z from 'zod';
import {
  dateChecks,
  type FormArea,
  OF_AUTHORITY,
  type OfficeHours,
  textChecks,
} from '../rules/check-names.ts';
import { openingHours } from '../rules/opening-hours.ts';

/**
 * Named checks of a field and their values. They are texts, because Form.io's builder keeps a component's own
 * properties as texts.
 */
export const checkProperties = {
  check: z.enum([...textChecks, ...dateChecks], 'this is no named check (docs/forms.md)').optional(),
  countries: z
    .string()
    .regex(/^[A-Z]{2}( [A-Z]{2})*$/, 'countries of two letters with a space between: DE AT')
    .optional(),
  openingHours: z
    .string()
    .refine(
      (text) => text === OF_AUTHORITY || openingHours(text) !== undefined,
      'hours such as Mo-Fr 08:00-12:00; Th 14:00-18:00, or "authority"',
    )
    .optional(),
  leadDays: z
    .string()
    .regex(/^\d{1,2}$/, 'a whole number of days, as a text')
    .optional(),
  notBefore: z.string().optional(),
  notAfter: z.string().optional(),
  /** Filled in by the portal when it shows the form, and the hours also when it checks it (office.ts). */
  area: z.custom<FormArea>(() => false, 'the portal fills this in').optional(),
  office: z.custom<OfficeHours>(() => false, 'the portal fills this in').optional(),
};
