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

/** Without a transaction the provider cannot report anything; with one it is not opened again. */
const subject: Subject<PaymentEvent, PaymentContext, PaymentInput> = {
  ...paymentSubject,
  events: (view) =>
    paymentSubject.events(view).filter(({ type }) => {
      const isOpened = view.context.transactionId !== null;
      if (type === 'payment.opened') return !isOpened && !view.context.superseded;
      if (type === 'attempt.superseded') return true;
      return isOpened;
    }),
};

const rules = new Map(arrowsOf(paymentMachine).map(({ id, rule }) => [id, rule ?? '']));
const open = new Set(rules.keys());
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
  const walked = new Set<string>();
  for (const path of paths) {
    const walker = new PaymentWalker(stage, path);
    try {
      await walker.begin();
      await walk(subject, path, walker.executor(), {
        record: (_, { arrows }) => {
          for (const { id } of arrows) walked.add(id);
        },
      });
    } catch (error) {
      await walker.keep();
      throw error;
    } finally {
      await walker.end();
    }
  }
  const missing = [...rules].filter(([id]) => !walked.has(id));
  console.log(`payment: ${walked.size}/${rules.size} transitions in Chromium on ${paths.length} paths`);
  expect(missing).toEqual([]);
}, 400_000);
