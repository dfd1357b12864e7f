import type { FormDefinition } from '#forms/types.ts';
import type { JsonPath } from '#server/content/load/json-file.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { planOf } from './plan.ts';

/** A fault of the form, at a component, or of the schema's entry in the metadata, at one of its keys. */
export type AgreementFault = { of: 'form' | 'entry'; path: JsonPath; reason: string };

/** Returns why answers that the form accepts would not fit the schema. */
export function agreementFaults(form: FormDefinition, kept: KeptSchema): AgreementFault[] {
  const { unused, strange } = planOf(form, kept);
  return [
    ...unused.map(
      ({ path, fim }): AgreementFault => ({
        of: 'form',
        path: [...path, 'properties', 'fim'],
        reason: `the schema ${kept.file} has no ${fim} here`,
      }),
    ),
    ...strange.map(
      (name): AgreementFault => ({
        of: 'entry',
        path: ['constants', name],
        reason: `the schema ${kept.file} has no such element`,
      }),
    ),
  ];
}
