import type { Locale } from '#domain/locale.ts';
import { filled } from '#server/html/texts.ts';
import { handInMark, paymentMark } from '#server/use-cases/try-now.ts';
import { formatOf, problemText, texts, titles } from '../texts.ts';
import type { Case } from './read-case.ts';

/** A try that an operator has asked for. */
export type Tried = {
  what: 'delivery' | 'handIn' | 'payment';
  /** Number of a hand-in, id of a payment. */
  id: string;
  /** How far a payment was when it was asked for. */
  from: string;
};

/** Outcome of a try, in words. */
export type TriedOutcome = { text: string; kind: 'good' | 'bad' | 'open' };

/** Returns the try that an address is about; null for none. */
export function triedIn(query: { tried?: unknown; id?: unknown; from?: unknown }): Tried | null {
  const what = (['delivery', 'handIn', 'payment'] as const).find((one) => one === query.tried);
  return what ? { what, id: String(query.id ?? ''), from: String(query.from ?? '') } : null;
}

/** Returns the query that names a try, to be added to the address of its case. */
export const triedQuery = ({ what, id, from }: Tried): string =>
  new URLSearchParams({ tried: what, id, from }).toString();

/**
 * Returns what has become of a try, by how its case stands now; null where there is nothing of it any more.
 * @param isProviderAway whether the servers do not reach the payment service
 */
export function triedOutcome(
  { delivery, handIns, payments }: Case,
  { what, id, from }: Tried,
  { locale, isProviderAway }: { locale: Locale; isProviderAway: boolean },
): TriedOutcome | null {
  const t = texts[locale].case.outcome;
  const { time } = formatOf(locale);
  const open = { text: t.running, kind: 'open' } as const;
  const words = (problem: string | null) => (problem === null ? '' : problemText(problem, locale));
  if (what === 'delivery') {
    if (!delivery) return null;
    const { problem, nextTryAt } = delivery.context;
    if (delivery.state === 'SUBMISSION_COMPLETED') return { text: t.delivered, kind: 'good' };
    if (delivery.state === 'SUBMISSION_FAILURE')
      return { text: filled(t.failed, { problem: words(problem) }), kind: 'bad' };
    if (delivery.state !== 'waiting' || nextTryAt === null) return open;
    return waitsAgain(words(problem), time(new Date(nextTryAt)));
  }
  if (what === 'handIn') {
    const handIn = handIns.find(({ number }) => String(number) === id);
    if (!handIn) return null;
    const { problem, nextTryAt } = handIn.context;
    if (handIn.state === 'delivered') return { text: t.handInDelivered, kind: 'good' };
    if (handIn.state === 'failed')
      return { text: filled(t.failed, { problem: words(problem) }), kind: 'bad' };
    if (handInMark(handIn) === from) return open;
    return waitsAgain(words(problem), time(new Date(nextTryAt)));
  }
  const payment = payments.find((one) => one.id === id);
  if (!payment) return null;
  if (paymentMark(payment) === from) return { text: t.asking, kind: 'open' };
  if (payment.state === 'pending')
    return isProviderAway ? { text: t.unreached, kind: 'bad' } : { text: t.unanswered, kind: 'open' };
  return { text: filled(t.answered, { state: titles[locale].payment[payment.state] }), kind: 'good' };

  function waitsAgain(problem: string, next: string): TriedOutcome {
    return { text: filled(t.waitsAgain, { problem, next }), kind: 'bad' };
  }
}
