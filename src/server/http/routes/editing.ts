import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { holdEditing, releaseEditing, takeEditing } from '#server/use-cases/edit-in-window.ts';
import { serveSession } from './route.ts';

/** Aborted when the caller does not wait for the answer any more. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Which of a person's windows edits an application. Windows report with nobody in front, so no report is activity. */
export function editingRoutes(app: FastifyInstance, context: ServerContext): void {
  serveSession(app, context, calls.holdEditing, async ({ session, params, body, reply }) =>
    holdEditing(context, session, params.id, { ...body, gone: goneOf(reply) }),
  );

  serveSession(app, context, calls.takeEditing, async ({ session, params, body, reply }) =>
    takeEditing(context, session, params.id, { ...body, gone: goneOf(reply) }),
  );

  serveSession(app, context, calls.releaseEditing, async ({ session, params, body }) =>
    releaseEditing(context, session, params.id, body.window),
  );
}
