import { describe, expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import type { StatusMachine } from '#domain/status-machine.ts';
import { begin } from '#machines/kit/advance.ts';
import type { CourseEntry } from '#server/journal-check/course.ts';
import { breachesOf, laws } from '#server/journal-check/laws.ts';
import { explore } from '../paths/graph.ts';
import { describePath, type Path } from '../paths/path.ts';
import { pathsBy } from '../paths/strategies.ts';
import type { Subject } from '../paths/subject.ts';
import { handInSubject } from '../subjects/handIn.ts';
import { mailSubject } from '../subjects/mail.ts';
import { paymentSubject } from '../subjects/payment.ts';
import { processSubject } from '../subjects/process.ts';
import { refundSubject } from '../subjects/refund.ts';
import { sentApplicationSubject } from '../subjects/sentApplication.ts';
import { submissionSubject } from '../subjects/submission.ts';
import { WalkedCourse } from './walked-course.ts';

const graphs = processSubject.starts.map((start) => explore(processSubject, start));
const paths = (['tour', 'pairs', 'random'] as const).flatMap((strategy) =>
  pathsBy(processSubject, strategy, 1, graphs),
);

describe.each(['GET_FILES', 'CREATE_RECEIPT'] as const)('where sending fails at %s', (failsAt) => {
  it('every walk of a process keeps every law after each of its steps', () => {
    const passed = new Set<string>();
    for (const path of paths) {
      const { input } = processSubject.starts.find(({ id }) => id === path.start)!;
      const walked = new WalkedCourse(input, failsAt);
      for (const [index, { event, refused, to }] of path.steps.entries()) {
        if (refused) continue;
        if (!walked.take(event)) break;
        passed.add(to);
        const breaches = breachesOf(walked.course());
        if (breaches.length > 0)
          expect(
            breaches,
            describePath(processSubject, path)
              .slice(0, index + 2)
              .join('\n'),
          ).toEqual([]);
      }
    }
    expect(passed).toContain('SUBMITTED');
    expect(passed).toContain('deleted');
    expect(paths.length).toBeGreaterThan(200);
  });
});

it('from every situation of a process there is a way to an end that its person is told', () => {
  for (const { nodes } of graphs) {
    const isEnd = (state: string) => state === 'SUBMITTED' || state === 'deleted';
    const reaching = new Set(nodes.filter(({ state }) => isEnd(state)));
    for (let size = -1; size < reaching.size; ) {
      size = reaching.size;
      for (const node of nodes) if (node.edges.some(({ to }) => reaching.has(to))) reaching.add(node);
    }
    expect(nodes.filter((node) => !reaching.has(node)).map(({ key }) => key)).toEqual([]);
  }
});

/** The entries of a walk of one machine. */
function entriesOf<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  { start, steps }: Path<E>,
): CourseEntry[] {
  const machine = subject.name as StatusMachine;
  const { input } = subject.starts.find(({ id }) => id === start)!;
  const common = { machine, attempt: null, by: 'person', times: 1 } as const;
  const { state } = begin(subject.machine, input);
  return [
    { ...common, event: null, from: null, to: state, rule: null },
    ...steps
      .filter(({ refused }) => !refused)
      .map(({ event, from, to, arrows }) => ({
        ...{ ...common, event: event.type, from, to, rule: arrows.at(-1)?.rule ?? null },
      })),
  ];
}

describe('what a machine allows, the law of the order allows, and one delivery', () => {
  const walk = <E extends EventObject, Context, Input>(subject: Subject<E, Context, Input>) => {
    const walks = (['tour', 'pairs'] as const).flatMap((strategy) => pathsBy(subject, strategy));
    expect(walks.length).toBeGreaterThan(0);
    const nothing = { places: [], running: false, money: { paidCents: 0, heldCents: 0, returnedCents: 0 } };
    for (const path of walks) {
      const course = { ...nothing, entries: entriesOf(subject, path), isInOrder: true, deliveries: null };
      expect([...laws.order(course), ...laws.delivery(course)], path.id).toEqual([]);
    }
  };
  it('of a submission', () => walk(submissionSubject));
  it('of a payment', () => walk(paymentSubject));
  it('of a sent application', () => walk(sentApplicationSubject));
  it('of documents handed in', () => walk(handInSubject));
  it('of an e-mail', () => walk(mailSubject));
  it('of a refund', () => walk(refundSubject));
});
