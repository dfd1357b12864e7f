import { stdout } from 'node:process';
import { KIEL, offerOf } from '#model-tests/http/applications.ts';
import { type PortalClient, Refused } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { saveWithoutPause } from '#model-tests/http/savers.ts';
import { type UselessAnswer, uselessAnswers } from '#stand-ins/kit/faults.ts';
import type { Figure } from '../kit/figures.ts';
import { arrivals, ready, type Sent, send, sentOnce } from './applications.ts';
import { count, none, seconds } from './figures.ts';
import { payable } from './payments.ts';

const APPLICATIONS = 3;
/** Calls of each partner that are hit: more than the immediate repeats of one call. */
const REQUESTS = 6;
/** Longer than any call waits for a partner. */
const PATIENCE_MS = 180_000;

/** Partners whose connections fail in every way, each in turn, while people send, pay, open forms and save. */
export async function badAnswers(portal: Portal): Promise<Figure[]> {
  const { delivery, payment, forms, neighbour } = portal.partners;
  const arrived = await arrivals(portal);
  const saver = await saveWithoutPause([portal], () => {});
  const person = portal.client();
  await person.logIn('lindemann:eID');
  const payer = portal.client();
  await payer.logIn('petersen:Elster');
  const { id: licence } = await person.call('startProcess', {
    body: { metadataId: offerOf('jagdschein').metadataId, area: KIEL },
  });
  const sent: Sent[] = [];
  const answers = answersOf();
  let healed = 0;
  for (const fault of uselessAnswers) {
    const next = await Promise.all(Array.from({ length: APPLICATIONS }, () => ready(person)));
    sent.push(...next);
    const id = await payable(payer);
    for (const { faults } of [delivery, payment, forms, neighbour]) faults.set({ fault, requests: REQUESTS });
    await Promise.all([
      ...next.map(send),
      ...callsOf(person, payer, { id, licence }).map((call) => answers.note(fault, call)),
    ]);
    for (const { faults } of [delivery, payment, forms, neighbour]) faults.end();
    const after = await Promise.allSettled(callsOf(person, payer, { id, licence }).map((call) => call()));
    if (after.every(({ status }) => status === 'fulfilled')) healed += 1;
  }
  const figures = await sentOnce(sent, arrived, PATIENCE_MS);
  const { lost } = await saver.stop();
  return [
    count('kinds of answers', uselessAnswers.length),
    { ...count('after which everything worked at once', healed), budget: { exactly: uselessAnswers.length } },
    count('calls refused because of a partner', answers.refused()),
    none('of them 5xx without Retry-After', answers.withoutReturn()),
    none('other failures', answers.strange()),
    seconds('longest call that needs a partner', answers.longestMs(), 25),
    count('saves acknowledged meanwhile', saver.acknowledgedAt.length),
    none('of them lost', lost),
    seconds('longest save', saver.longestMs(), 5),
    ...figures,
  ];
}

const callsOf = (
  person: PortalClient,
  payer: PortalClient,
  { id, licence }: { id: string; licence: string },
) => [
  async () => {
    const { version } = await payer.call('getProcess', { params: { id }, query: {} });
    await payer.call('startPayment', { params: { processId: id }, body: { version } });
  },
  () => person.call('getAccessData', { params: { id: licence }, query: {} }),
  () =>
    person.call('startHandover', {
      body: { leiKaId: '99012001001000', area: KIEL, lang: 'de', withPerson: false },
    }),
];

/** Collects how calls end. */
function answersOf() {
  const refusals: Refused[] = [];
  let strange = 0;
  let longestMs = 0;
  return {
    note: async (fault: UselessAnswer, call: () => Promise<unknown>): Promise<void> => {
      const begun = performance.now();
      try {
        await call();
      } catch (error) {
        if (error instanceof Refused) refusals.push(error);
        else {
          strange += 1;
          stdout.write(`  ! ${fault}: ${String(error)}\n`);
        }
      } finally {
        longestMs = Math.max(longestMs, performance.now() - begun);
      }
    },
    refused: () => refusals.length,
    withoutReturn: () =>
      refusals.filter(({ problem, retryAfter }) => problem.status >= 500 && retryAfter === undefined).length,
    strange: () => strange,
    longestMs: () => longestMs,
  };
}
