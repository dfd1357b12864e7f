import type { Locale } from '#domain/locale.ts';
import type { ContentReport } from '#server/content-store/content-store.ts';
import type { JobQueue } from './job-queues.ts';
import { formatOf, texts } from './texts.ts';

/** Something that waits for an operator, with the id of the part of the page that has its details. */
export type Finding = { text: string; id: string };

/** Jobs that are due for so long are late: most begin within a second. */
const LATE_SECONDS = 60;

type Counted = {
  payments: readonly unknown[];
  deliveries: readonly unknown[];
  handIns: readonly unknown[];
  refunds: { open: readonly unknown[] };
  queues: readonly JobQueue[];
  state: { content: Pick<ContentReport, 'lastReload' | 'leftOut'> };
  orphans: readonly unknown[];
};

/** Counts what somebody may have to do something about; lists that are cut count as far as they are shown. */
export function whatWaits(page: Counted, locale: Locale): Finding[] {
  const t = texts[locale];
  const { count } = formatOf(locale);
  const jobs = (isMeant: (queue: Counted['queues'][number]) => boolean) =>
    page.queues.filter(isMeant).reduce((sum, queue) => sum + queue.count, 0);
  const { lastReload, leftOut } = page.state.content;
  const found: [id: string, title: string, count: number][] = [
    ['open-payments', t.openPayments.title, page.payments.length],
    ['deliveries', t.deliveries.title, page.deliveries.length],
    ['hand-ins', t.handIns.title, page.handIns.length],
    ['refunds', t.refunds.caption, page.refunds.open.length],
    ['queues', t.queues.failed, jobs(({ state }) => state === 'failed')],
    ['queues', t.queues.late, jobs(({ state, seconds }) => state === 'created' && seconds >= LATE_SECONDS)],
    ['state', t.state.faults, (lastReload?.faults ?? []).length + leftOut.length],
    ['orphans', t.orphans.title, page.orphans.length],
  ];
  return found
    .filter(([, , number]) => number > 0)
    .map(([id, title, number]) => ({ id, text: `${title}: ${count(number)}` }));
}
