import { randomUUID } from 'node:crypto';
import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import { portalThatRuns } from '#server/content/shared-services.ts';
import type { ServerContext } from '#server/context.ts';
import { keepOutgoing } from '#server/handovers/outgoing.ts';
import type { Neighbour } from '#server/ports/neighbours.ts';
import { ProblemError } from '#server/problem-error.ts';
import { handedPerson } from '#server/processes/handed-person.ts';
import type { Session } from '#server/sessions/session.ts';
import { neighboursOf } from './receive-handover.ts';

type Asked = { leiKaId: string; area: string };
export type Departure = { service: string; area: { key: string; name: string }; receiver: Neighbour };

/**
 * Returns the portal that runs a service at a place.
 * @throws ProblemError handover-off, service-not-found, place-not-covered where none does
 */
export function departureOf(context: ServerContext, { leiKaId, area }: Asked, locale: Locale): Departure {
  const neighbours = neighboursOf(context);
  const content = context.content();
  const service = content.services.get(leiKaId);
  if (!service) throw new ProblemError('service-not-found');
  const [place] = searchByRegionalKey(content, area);
  const partner = place && portalThatRuns(content, leiKaId, place.key);
  const receiver = partner ? neighbours.find(partner) : null;
  if (!receiver || !place) throw new ProblemError('place-not-covered');
  return { service: service.title[locale], area: { key: place.key, name: place.value }, receiver };
}

/**
 * Hands a person over to the portal that runs a service. The account's name and address are sent only with consent.
 * @returns our id of the hand-over, with which the person leaves
 * @throws ProblemError as departureOf; PartnerUnavailable
 */
export async function handOver(
  context: ServerContext,
  { browser, session }: { browser: string; session: Session | null },
  { locale, withPerson, ...asked }: Asked & { locale: Locale; withPerson: boolean },
): Promise<string> {
  const { area, receiver } = departureOf(context, asked, locale);
  const id = randomUUID();
  const person = withPerson && session ? handedPerson(session) : null;
  const { address, expiresIn } = await neighboursOf(context).handOver(receiver.id, {
    leiKaId: asked.leiKaId,
    regionalKey: area.key,
    locale,
    returnUrl: `${context.config.PUBLIC_URL}${paths.redirect[locale]}?${new URLSearchParams({ lang: locale, returned: id })}`,
    reference: id,
    ...(person && { person: person.values }),
  });
  await keepOutgoing(
    context,
    {
      id,
      partner: receiver.id,
      leiKaId: asked.leiKaId,
      areaKey: area.key,
      locale,
      userId: session?.userId ?? null,
      madeAtLevel: session?.userId ? session.identity.trustLevel : null,
    },
    { browser, forward: address, expiresIn },
  );
  return id;
}
