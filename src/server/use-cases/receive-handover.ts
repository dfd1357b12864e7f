import type { HandedDataState } from '#domain/handover.ts';
import type { FormData } from '#forms/types.ts';
import { availableMetadata } from '#server/content/offers.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { CODE_SECONDS, keepIncoming } from '#server/handovers/incoming.ts';
import { HandoverRefused, type Neighbours, type ReceivedHandover } from '#server/ports/neighbours.ts';
import { ProblemError } from '#server/problem-error.ts';
import { formOf } from '#server/processes/form.ts';
import { assertStorable } from '#server/processes/storable-data.ts';
import type { HandedData } from '#server/storage/tables.ts';

/** Returns the portals that services are shared with. @throws ProblemError handover-off where there are none */
export function neighboursOf({ neighbours }: Pick<ServerContext, 'neighbours'>): Neighbours {
  if (neighbours === null) throw new ProblemError('handover-off');
  return neighbours;
}

/**
 * Accepts a hand-over of another portal, and stores the part of its data that the form accepts.
 * @returns the code that the person arrives with, once
 * @throws HandoverRefused; ProblemError handover-off
 */
export async function receiveHandover(
  context: ServerContext,
  message: string,
): Promise<{ handover: string; expiresIn: number }> {
  const received = await neighboursOf(context).readHandover(message);
  const content = context.content();
  const { leiKaId, regionalKey, partner } = received;
  if (!content.services.has(leiKaId)) throw new HandoverRefused('service-unknown', partner);
  const [place] = searchByRegionalKey(content, regionalKey);
  if (!place) throw new HandoverRefused('place-unknown', partner);
  const metadata = availableMetadata(content, leiKaId, place.key);
  if (!metadata) throw new HandoverRefused('not-offered', partner);
  const handed = handedData(context, metadata, received);
  const handover = await keepIncoming(context, received, { area: place.key, ...handed });
  return { handover, expiresIn: CODE_SECONDS };
}

/** Returns the data to store; data that does not fit is not stored at all. */
function handedData(
  context: ServerContext,
  metadata: Metadata,
  { externalProcessData, person, locale }: ReceivedHandover,
): { data: HandedData | null; dataState: HandedDataState } {
  if (!externalProcessData && !person) return { data: null, dataState: 'none' };
  const form = (externalProcessData as FormData | undefined) ?? null;
  try {
    assertStorable({ ...person, ...form });
  } catch (error) {
    if (error instanceof ProblemError) return { data: null, dataState: 'unfit' };
    throw error;
  }
  const taken = formOf(context, metadata, locale);
  if (form && !taken.fits(form)) return { data: null, dataState: 'unfit' };
  const { data, faults } = taken.begin(person ?? {}, form);
  const names = Object.keys(form ?? {});
  // Values for another form cause no fault here, but none of them would be used.
  const isForeign = names.length > 0 && !names.some((name) => Object.hasOwn(data, name));
  if (faults.length > 0 || isForeign) return { data: null, dataState: 'unfit' };
  return { data: { ...(form && { form }), ...(person && { person }) }, dataState: 'fits' };
}
