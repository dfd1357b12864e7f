import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { PaymentContext, PaymentEvent, PaymentInput } from '#machines/payment/payment.types.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import { arrowsOf } from '../paths/arrows.ts';
import { explore } from '../paths/graph.ts';
import type { Subject } from '../paths/subject.ts';
import { tourArrows } from '../paths/tour.ts';
import { walk } from '../paths/walk.ts';
import { paymentSubject } from '../subjects/payment.ts';
import { launchChromium } from './chromium.ts';
import { PaymentWalker } from './payment-walker.ts';

/** Rules that nobody can bring about at a browser, and why. */
const unreachable: Readonly<Record<string, string>> = {
  'PAY-02': 'an opening that the provider refuses is tried again with the same attempt',
  'PAY-11': 'an opening that is answered after the attempt was replaced is refused as a whole',
  'PAY-12': 'an open attempt that is replaced is asked for by a job alone, and nothing of it is shown',
};

/** Without a transaction the provider cannot report anything; with one it is not opened again. */
const subject: Subject<PaymentEvent, PaymentContext, PaymentInput> = {
  ...paymentSubject,
  events: (view) =>
    paymentSubject.events(view).filter(({ type }) => {
      const isOpened = view.context.transactionId !== null;
      if (type === 'payment.opened') return !isOpened && !view.context.superseded;
      if (type === 'attempt.superseded') return true;
      return isOpened && !(type === 'provider.reportedPending' && view.context.superseded);
    }),
};

const rules = new Map(arrowsOf(paymentMachine).map(({ id, rule }) => [id, rule ?? '']));
const open = new Set([...rules].filter(([, rule]) => !(rule in unreachable)).map(([id]) => id));
const paths = subject.starts.flatMap((start) => tourArrows('payment', explore(subject, start), open, 5));

let stage: { browser: Browser; portal: Portal };
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  await buildWhenChanged();
  content = await makeProbeContent({ forceWelcomePage: true });
  const [browser, portal] = await Promise.all([
    launchChromium(),
    startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } }),
  ]);
  stage = { browser, portal };
});
afterAll(async () => {
  await stage?.browser.close();
  await stage?.portal.close();
  await content?.remove();
});

it('leads a person through every rule of a payment', async () => {
  expect([...open], 'arrows that no path was found for').toEqual([]);
  expect([...rules.values()]).toEqual(expect.arrayContaining(Object.keys(unreachable)));
  const walked = new Set<string>();
  for (const path of paths) {
    const walker = new PaymentWalker(stage, path);
    await walker.begin();
    await walk(subject, path, walker.executor(), {
      record: (_, { arrows }) => {
        for (const { id } of arrows) walked.add(id);
      },
    });
    await walker.end();
  }
  const missing = [...rules].filter(([id, rule]) => !walked.has(id) && !(rule in unreachable));
  console.log(
    `payment: ${walked.size}/${rules.size} transitions in Chromium on ${paths.length} paths; ` +
      `${Object.keys(unreachable).length} that no browser reaches`,
  );
  expect(missing).toEqual([]);
}, 400_000);
