import type { Course, CourseEntry } from './course.ts';
import { inWords, order } from './order.ts';

/** Returns what in a course breaks the law, in words that tell nothing of the person. */
type Law = (course: Course) => string[];

const timesOf = (entries: readonly CourseEntry[], is: (entry: CourseEntry) => boolean): number =>
  entries.filter(is).reduce((sum, { times }) => sum + times, 0);

/** Each machine is stored in the state to which its last entry has led. */
const place: Law = ({ entries, places, isInOrder }) =>
  places.flatMap(({ machine, attempt, state }) => {
    const last = entries.findLast((one) => one.machine === machine && one.attempt === attempt);
    // One from before the journal, or one whose last move was counted at an earlier entry.
    if (!last || last.to === state || !isInOrder) return [];
    return [`${inWords(last)}, but it is stored as ${state}`];
  });

/** No application is delivered twice. */
const delivery: Law = ({ entries, deliveries }) => {
  const sent = timesOf(
    entries,
    ({ machine, event, from }) =>
      machine === 'submission' && event === 'step.finished' && from === 'SUBMIT_DATA_TO_AUTHORITY',
  );
  const completed = timesOf(
    entries,
    ({ machine, event }) => machine === 'process' && event === 'submission.completed',
  );
  return [
    ...(sent > 1 ? [`delivered ${sent} times`] : []),
    ...(completed > 1 ? [`completed ${completed} times`] : []),
    ...((deliveries ?? 0) > 1 ? [`the authority has it ${deliveries} times`] : []),
  ];
};

/** Money that came in pays the fee, or is to be returned: neither is lost, and none is invented. */
const money: Law = ({ money: { paidCents, heldCents, returnedCents } }) => {
  if (paidCents > heldCents + returnedCents)
    return ['money came in that neither pays the fee nor is to be returned'];
  return paidCents < heldCents + returnedCents
    ? ['more money pays the fee, or is to be returned, than came in']
    : [];
};

const ends = ['SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE'];

/**
 * Every end is told: what a submission, or the newest attempt to pay, has come to is the status of the application,
 * which is what its person sees.
 */
const end: Law = ({ places, running }) => {
  const stateOf = (name: string) => places.findLast(({ machine }) => machine === name)?.state;
  const [status, submission, attempt] = ['process', 'submission', 'payment'].map(stateOf);
  const hasEnded = submission !== undefined && ends.includes(submission);
  return [
    ...(running && submission === undefined ? ['is being sent, without a submission'] : []),
    ...(running && hasEnded ? [`${submission}, but its person is told that it is being sent`] : []),
    ...(!running && submission !== undefined && !hasEnded
      ? [`the submission is in ${submission}, but its person is told that nothing is being sent`]
      : []),
    ...((submission === 'SUBMISSION_COMPLETED') !== (status === 'SUBMITTED') && hasEnded && !running
      ? [`${submission}, but its person sees ${status}`]
      : []),
    ...(status === 'PAYMENT_PENDING' && (attempt === 'failed' || attempt === 'cancelled')
      ? [`the payment has ${attempt}, but its person is told that it is open`]
      : []),
    ...(status === 'PAYMENT_FAILURE' && attempt === 'pending'
      ? ['the payment is open, but its person is told that it has failed']
      : []),
  ];
};

/**
 * Everything that is true of an application at rest, whatever happens: kept by the server's own journal
 * (`npm run check:journal`), by every walk of the process machine, and by every simulated run.
 */
export const laws = { order, place, delivery, money, end } satisfies Record<string, Law>;
export type LawName = keyof typeof laws;

/** Returns every breach of a law. */
export const breachesOf = (course: Course): { law: LawName; what: string }[] =>
  (Object.keys(laws) as LawName[]).flatMap((law) => laws[law](course).map((what) => ({ law, what })));
