import type { FeedbackPassing } from '#domain/feedback.ts';
import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { FeedbackRefused, type PassedFeedback } from '#server/ports/feedback-component.ts';

/** Number of feedbacks that fit into a minute while the component answers slowly. */
const AT_A_TIME = 50;

/**
 * Passes waiting feedback on to the national component, the oldest first. While the component does not answer, it is
 * left alone until the next minute; what it refuses is not sent again.
 */
export async function passFeedbackOn({
  storage: { db },
  feedbackComponent,
  log,
}: Pick<ServerContext, 'storage' | 'feedbackComponent' | 'log'>): Promise<void> {
  if (feedbackComponent === null) return;
  const waiting = await db
    .selectFrom('feedback')
    .selectAll()
    .where('passing', '=', 'waiting')
    .orderBy('day')
    .orderBy('id')
    .limit(AT_A_TIME)
    .execute();
  for (const { id, day, leiKaId, area, locale, stars, text } of waiting) {
    const feedback = { id, day, leiKaId, area, locale, stars, text } as PassedFeedback;
    let passing: FeedbackPassing = 'taken';
    try {
      await feedbackComponent.pass(feedback);
    } catch (err) {
      if (err instanceof PartnerUnavailable) {
        log.warn({ err }, 'feedback could not be passed on');
        return;
      }
      if (!(err instanceof FeedbackRefused)) throw err;
      log.warn({ leiKaId, err }, 'the feedback component refused a feedback');
      passing = 'refused';
    }
    await db.updateTable('feedback').set({ passing }).where('id', '=', id).execute();
  }
}
