import type { FormData } from '#forms/types.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import { DataUnfit } from '#server/submission/fit-connect/errors.ts';
import { inSchemas } from './in-schemas.ts';

/** Operators read this of data that does not fit the format which the content names for it. */
export const UNFIT = 'the data does not fit the schema of the authority';

/**
 * Makes sure that data which the form takes can be sent, before anybody confirms it or pays for it: it would be refused
 * by the authority's software later. That it cannot is a fault of the content, which the log names.
 * @throws ProblemError data-unsendable
 */
export function assertSendable(
  { log }: Pick<ServerContext, 'log'>,
  processId: string,
  { metadata, form, data }: { metadata: Metadata; form: EngineForm; data: FormData },
): void {
  if (!metadata.dataSchemas) return;
  try {
    inSchemas(metadata.dataSchemas, form, data);
  } catch (error) {
    if (!(error instanceof DataUnfit)) throw error;
    log.error({ processId, err: error }, UNFIT);
    throw new ProblemError('data-unsendable');
  }
}
