import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { holdEditing, releaseEditing, takeEditing } from '#server/use-cases/edit-in-window.ts';
import { serveSession } from './route.ts';

/** Returns a signal that is aborted when the caller no longer waits for the answer. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Keeps track of the window that edits an application. Windows report by themselves, so no report is activity. */
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
