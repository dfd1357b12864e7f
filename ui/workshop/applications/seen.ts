import type { Locale } from '#domain/locale.ts';
import type { Standing } from '../live/recording.ts';
import { leafPaths } from '../live/states-of.ts';
import { textOf } from '../texts.ts';

/** Keys of what a page says at its top for a status of the process. */
const pages: Record<string, readonly string[]> = {
  CREATED: ['workshop:seen.form'],
  EDITING: ['workshop:seen.form'],
  COMPLETED: ['summary:heading'],
  ELECTRONIC_NOTICE_SELECTED: ['summary:heading'],
  PAYMENT_PENDING: ['payment:waiting.title', 'payment:waiting.text'],
  PAYMENT_FAILURE: ['payment:failed.title', 'payment:failed.safe', 'payment:failed.next'],
  PAID: ['result:submission.title'],
  SUBMIT_FAILURE: ['result:failed.title', 'result:failed.notSent'],
  SUBMITTED: ['result:heading'],
};
const CANCELLED = ['payment:failed.cancelled', 'payment:failed.safe', 'payment:failed.next'];

const stateOf = (standing: Standing | undefined): string => leafPaths(standing?.value ?? null)[0] ?? '';

/**
 * Returns the texts about the application that its person could read at a moment, as its pages have them, the most
 * important first.
 * @param standings of the machines of the application, by their keys
 */
export function seenAt(standings: ReadonlyMap<string, Standing>, locale: Locale): string[] {
  const text = textOf(locale);
  const status = stateOf(standings.get('process'));
  const attempt = [...standings.values()].findLast(({ actor }) => actor.name === 'payment');
  const isCancelled = status === 'PAYMENT_FAILURE' && stateOf(attempt) === 'cancelled';
  const sent = status === 'SUBMITTED' ? stateOf(standings.get('sentApplication')) : '';
  const keys = [
    ...(isCancelled ? CANCELLED : (pages[status] ?? [])),
    ...(sent === '' ? [] : [`workflow:sentApplicationHint.${sent}`, `workflow:sentApplicationNext.${sent}`]),
  ];
  return keys.flatMap((key) => text(key) ?? []);
}
