import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { HandoverFault } from '#domain/handover.ts';
import type { ServerContext } from '#server/context.ts';
import { openIncoming } from '#server/handovers/incoming.ts';
import { HandoverRefused } from '#server/ports/neighbours.ts';
import { ProblemError } from '#server/problem-error.ts';
import { handedPerson } from '#server/processes/handed-person.ts';
import { askNeighbour } from '#server/use-cases/ask-neighbour.ts';
import { departureOf, handOver } from '#server/use-cases/hand-over.ts';
import { leaveHandover } from '#server/use-cases/leave-handover.ts';
import type { Claimant } from '#server/use-cases/own-handover.ts';
import { neighboursOf, receiveHandover } from '#server/use-cases/receive-handover.ts';
import { tellHandover } from '#server/use-cases/tell-handover.ts';
import { arrivalView, handedOverView, listHandedOver } from '#server/views/handovers.ts';
import { giveHandoverSecret, handoverSecretOf } from '../security/handover-cookie.ts';
import { actorOf, firstOfMinute } from '../security/security-events.ts';
import { sessionOf } from '../security/session.ts';
import { serve, serveSession } from './route.ts';

/** Faults that anybody can cause, because the partner has not proved itself yet. */
const unproved: readonly HandoverFault[] = ['malformed', 'too-large', 'unknown-sender', 'bad-signature'];

/** Calls of services shared with other portals, by portals and by people. */
export function handoverRoutes(app: FastifyInstance, context: ServerContext): void {
  const isFirst = firstOfMinute();
  /** Records a refusal, and reports the reason to the operators of the other portal. */
  const refusals =
    <I extends { request: FastifyRequest }, A>(take: (input: I) => Promise<A>) =>
    async (input: I): Promise<A> => {
      try {
        return await take(input);
      } catch (error) {
        if (!(error instanceof HandoverRefused)) throw error;
        const { fault: reason, partner } = error;
        if (!unproved.includes(reason) || isFirst(input.request)) {
          const about = { event: 'handover', outcome: 'refused', reason } as const;
          context.security.record({ ...about, ...(partner && { partner }) }, actorOf(input.request));
        }
        throw new ProblemError('handover-refused', { fields: [{ name: 'handover', reason }] });
      }
    };

  serve(
    app,
    calls.receiveHandover,
    { limited: true, status: 201, from: 'portal' },
    refusals(({ body }) => receiveHandover(context, body.handover)),
  );
  serve(
    app,
    calls.tellHandover,
    { limited: true, from: 'portal' },
    refusals(async ({ body }) => ({ status: await tellHandover(context, body.request) })),
  );

  const claimantOf = async (request: FastifyRequest): Promise<Claimant> => ({
    browser: handoverSecretOf(request),
    session: await sessionOf(context, request),
  });

  serve(app, calls.openHandover, { limited: true }, async ({ body, query, request, reply }) => {
    neighboursOf(context);
    const row = await openIncoming(context, body.code, giveHandoverSecret(request, reply)).catch(
      (error: unknown) => {
        if (error instanceof ProblemError && error.code === 'handover-used') {
          const about = { event: 'handover', outcome: 'refused', reason: 'other-browser' } as const;
          context.security.record(about, actorOf(request));
        }
        throw error;
      },
    );
    return arrivalView(context, row, query.lang ?? row.locale);
  });

  serve(app, calls.leaveHandover, { limited: true }, async ({ params, query, request }) =>
    leaveHandover(context, params.id, await claimantOf(request), query.lang ?? 'de'),
  );

  serve(app, calls.describeDeparture, async ({ query, request }) => {
    const locale = query.lang ?? 'de';
    const { service, area, receiver } = departureOf(context, query, locale);
    const session = await sessionOf(context, request);
    const person = session && handedPerson(session);
    return {
      leiKaId: query.leiKaId,
      service,
      area,
      receiver: receiver.name[locale],
      portal: receiver.portal,
      person: person && { name: person.name, address: person.address },
    };
  });

  serve(app, calls.startHandover, { limited: true }, async ({ body: { lang, ...asked }, request, reply }) => {
    const session = await sessionOf(context, request);
    const browser = giveHandoverSecret(request, reply);
    return { id: await handOver(context, { browser, session }, { ...asked, locale: lang }) };
  });

  serve(app, calls.askHandover, { limited: true }, async ({ params, query, request }) => {
    const row = await askNeighbour(context, params.id, await claimantOf(request));
    return handedOverView(context, row, query.lang ?? row.locale);
  });

  serveSession(app, context, calls.listHandedOver, ({ session, query }) =>
    listHandedOver(context, session, query.lang ?? 'de'),
  );
}
