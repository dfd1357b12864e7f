import * as z from 'zod';
import { userDataFields } from '#domain/user-data.ts';
import type { KeptForm } from '#server/content/types.ts';

/** `lip.json` in the folder of a service: a form of the form server, and the values that it accepts. */
export const lipSchema = z.strictObject({
  /** The form server's id of the form. */
  formId: z.string().regex(/^[\w.-]{1,100}$/, 'up to 100 letters, digits, dots, hyphens or underscores'),
  /** Possible fees of the form in cents, for people before they begin; the portal refuses any other. */
  fees: z.array(z.int().min(0).max(99_999_900)).min(1).optional(),
  /**
   * Fields that may be filled from outside, by their name in the form: from the account with the named value, and by a
   * site that hands a person over.
   */
  fields: z.record(
    z.string().regex(/^[\w.-]{1,100}$/, 'up to 100 letters, digits, dots, hyphens or underscores'),
    z.strictObject({ account: z.enum(userDataFields).optional() }),
  ),
});
export type LipDefinition = z.output<typeof lipSchema>;

/** The definition of a form that the engine LIP has read. */
export const lipDefinition = (definition: KeptForm['definition']): LipDefinition =>
  definition as LipDefinition;
