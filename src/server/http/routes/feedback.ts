import type { FastifyInstance, FastifyRequest } from 'fastify';
import { feedbackPaths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { emptyInput, inputOf, readFeedback, subjectOf } from '#server/feedback/feedback.ts';
import { type FeedbackFrame, feedbackPage, fullPage, thanksPage } from '#server/feedback/page.ts';
import { storeFeedback } from '#server/feedback/store.ts';
import { maintenanceNote } from '#server/html/maintenance-note.ts';
import type { PageFiles } from '#server/html/page-files.ts';

/** Forms from one address; a school or an office is one address. */
const SENT = { max: 30, timeWindow: '1 hour' };

/** Seconds after which a form that found no room is worth sending again: the day may have ended. */
const UNTIL_ROOM_SECONDS = 3600;

/**
 * The page that asks for feedback, and takes it. It needs no session and no script; nothing about the sender is read
 * but the address, for the limit.
 */
export function feedbackRoutes(
  app: FastifyInstance,
  context: Pick<ServerContext, 'content' | 'storage' | 'feedbackComponent' | 'now'> & {
    interruptions: Pick<ServerContext['interruptions'], 'shown'>;
  },
  files: PageFiles | null,
): void {
  const frameFor = (locale: Locale, given: unknown): FeedbackFrame => {
    const content = context.content();
    const isPassedOn = context.feedbackComponent !== null;
    const note = maintenanceNote(context.interruptions.shown());
    return { locale, content, files, note, subject: subjectOf(content, given), isPassedOn };
  };
  for (const [locale, path] of Object.entries(feedbackPaths) as [Locale, string][]) {
    app.get<{ Querystring: Record<string, unknown> }>(path, async ({ query }, reply) =>
      reply.type('text/html; charset=utf-8').send(feedbackPage(frameFor(locale, query), emptyInput())),
    );
    app.post(path, { config: { rateLimit: SENT } }, async (request: FastifyRequest, reply) => {
      const frame = frameFor(locale, request.body);
      const input = inputOf(request.body);
      const read = readFeedback(input);
      const send = (status: number, page: string) =>
        reply.code(status).type('text/html; charset=utf-8').send(page);
      if (typeof read === 'string') return send(422, feedbackPage(frame, input, read));
      const stored = await storeFeedback(context, locale, frame.subject, read);
      if (!stored) {
        reply.header('retry-after', UNTIL_ROOM_SECONDS);
        return send(503, fullPage(frame, input.text));
      }
      return send(200, thanksPage(frame, read.text !== input.text.trim().replace(/\r\n?/g, '\n')));
    });
  }
}
