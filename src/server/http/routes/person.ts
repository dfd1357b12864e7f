import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { keepFarewell } from '#server/sessions/farewell.ts';
import { copyPerson } from '#server/use-cases/copy-person.ts';
import { erasePerson } from '#server/use-cases/erase-person.ts';
import { removeSent } from '#server/use-cases/remove-sent.ts';
import { keptOf } from '#server/views/kept.ts';
import { actorOf } from '../security/security-events.ts';
import { farewellTo, requireSession, sessionOf } from '../security/session.ts';
import { downloadHeaders } from './download.ts';
import { forgetHere } from './leaving.ts';
import { serve, serveSession } from './route.ts';

/** The calls of a person about everything that is kept of them. */
export function personRoutes(app: FastifyInstance, context: ServerContext): void {
  serveSession(app, context, calls.getKept, { limited: true }, ({ session, query }) =>
    keptOf(context, session, { locale: query.lang ?? 'de', application: query.application }),
  );

  serveSession(
    app,
    context,
    calls.copyPerson,
    { limited: true },
    async ({ session, query, request, reply }) => {
      const copy = await copyPerson(context, session, query.lang ?? 'de');
      context.security.record({ event: 'copy', outcome: 'succeeded' }, actorOf(request));
      const out = new PassThrough();
      // A copy that fails ends the connection, so that the browser does not take it for a whole one.
      copy.write(out).catch((error: Error) => out.destroy(error));
      return reply.headers(downloadHeaders(copy.name, 'application/zip')).send(out);
    },
  );

  serveSession(app, context, calls.removeSent, ({ session, params }) =>
    removeSent(context, session, params.id),
  );

  serve(app, calls.erasePerson, { limited: true }, async ({ query, request, reply }) => {
    const before = (await sessionOf(context, request))
      ? null
      : await farewellTo(context, request, 'deletion');
    if (before) {
      forgetHere(reply);
      return before;
    }
    const session = await requireSession(context, request);
    const erased = await erasePerson(context, session, {
      locale: query.lang ?? 'de',
      agreedCents: query.paidCents === undefined ? null : Number(query.paidCents),
      actor: actorOf(request),
    });
    if (erased.more) return erased;
    await keepFarewell(context, session, 'deletion', erased);
    forgetHere(reply);
    return erased;
  });
}
