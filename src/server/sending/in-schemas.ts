import type { FormData } from '#forms/types.ts';
import { dataFaults } from '#server/data-schemas/data-schema.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import type { DeliveryPackage } from '#server/ports/delivery.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { DataUnfit } from '#server/submission/fit-connect/errors.ts';

/** Most places that an error names. */
const MOST_NAMED = 5;

/**
 * Returns the data of an application in each of the authority's formats.
 * @throws DataUnfit when it does not fit one of them; the message names places of the schema, and no values
 */
export function inSchemas(
  schemas: readonly KeptSchema[],
  form: EngineForm,
  data: FormData,
): DeliveryPackage['data'] {
  return schemas.map((kept) => {
    const { schemaUri, mimeType } = kept;
    const text = form.inSchema(kept, data);
    const faults = dataFaults(kept, text);
    if (faults.length > 0) {
      const named = faults.slice(0, MOST_NAMED).map(({ path, reason }) => `${path} ${reason}`);
      const more = faults.length - named.length;
      const rest = more > 0 ? ` and ${more} more` : '';
      throw new DataUnfit(`the data does not fit ${schemaUri}: ${named.join('; ')}${rest}`);
    }
    return { schema: { schemaUri, mimeType }, text };
  });
}
