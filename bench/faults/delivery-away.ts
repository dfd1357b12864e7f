import type { Portal } from '#model-tests/http/portal.ts';
import type { Figure } from '../kit/figures.ts';
import { arrivals, ready, type Sent, send, sentOnce } from './applications.ts';
import { all, pause, seconds } from './figures.ts';

/**
 * Shortest outage; and the longest, until the person sees the message: a step of several calls tries each of them.
 */
const AWAY_MS = 8_000;
const LONGEST_AWAY_MS = 60_000;
const PATIENCE_MS = 120_000;
/** The partner leaves before any call (null), or right after one of these. */
const moments = [null, 'announce', 'attachment', 'finalize'] as const;

/** A delivery service that becomes unavailable midway, for longer than a request is retried. */
export async function deliveryAway(portal: Portal): Promise<Figure[]> {
  const { faults } = portal.partners.delivery;
  const arrived = await arrivals(portal);
  const person = portal.client();
  await person.logIn('lindemann:eID');
  const sent: Sent[] = [];
  let postponed = 0;
  let back = 0;
  for (const call of moments) {
    const next = await ready(person);
    sent.push(next);
    faults.set(call ? { fault: 'leaves', call } : { fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    await send(next);
    if (await saysSo(next)) postponed += 1;
    faults.end();
    back = performance.now();
  }
  const figures = await sentOnce(sent, arrived, PATIENCE_MS);
  return [
    all('put off and said so to the person', postponed, sent.length),
    ...figures,
    seconds('until the last one was sent after the service was back', performance.now() - back),
  ];
}

/** Waits until the person sees that sending is tried again. @returns whether that happened */
async function saysSo({ client, id }: Sent): Promise<boolean> {
  const begun = performance.now();
  let said = false;
  let gone = 0;
  while (gone < (said ? AWAY_MS : LONGEST_AWAY_MS)) {
    const { submission } = await client.call('getProcess', { params: { id }, query: {} });
    said ||= submission?.retry != null;
    await pause(100);
    gone = performance.now() - begun;
  }
  return said;
}
