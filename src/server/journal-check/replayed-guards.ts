import type { StatusMachine } from '#domain/status-machine.ts';
import { submissionSteps } from '#domain/submission-step.ts';
import type { CourseEntry } from './course.ts';

/**
 * Guards of the machines as far as the journal tells: it has no facts, but some of them follow from the events before.
 * A machine whose beginning is not in the journal is judged from where its facts are known.
 */
type Replay = (entries: readonly CourseEntry[]) => CourseEntry[];

/** Events of a process that are refused while it is being sent. */
const whileIdle: ReadonlySet<string | null> = new Set([
  'form.progressed',
  'place.changed',
  'notice.chosen',
  'user.changed',
  'conflict.found',
  'draft.deleted',
  'submission.requested',
]);

/** Money that pays no fee: the other rules of `payment.settled` keep it. */
const TO_BE_RETURNED = 'PROC-08';

/** Entries of a process that were made although it was (not) being sent, or although money pays its fee already. */
const process: Replay = (entries) => {
  /** Null while unknown. */
  let running: boolean | null = null;
  let held: boolean | null = null;
  const breaches: CourseEntry[] = [];
  for (const entry of entries.flatMap((one) => (one.times > 1 ? [one, one] : [one]))) {
    const { event, from, rule } = entry;
    if (event === null) [running, held] = [false, entry.to === 'CREATED' ? false : held];
    const ends = event === 'submission.completed' || event === 'submission.failed';
    const keeps = event === 'payment.settled' && rule !== TO_BE_RETURNED;
    const needsNoMoney =
      keeps ||
      event === 'place.changed' ||
      event === 'payment.started' ||
      event === 'conflict.found' ||
      (event === 'form.progressed' && from !== 'EDITING');
    if ((running && whileIdle.has(event)) || (running === false && ends) || (held && needsNoMoney))
      breaches.push(entry);
    if (event === 'submission.requested') running = true;
    if (ends) running = false;
    if (keeps) held = true;
    // Whether it still pays the fee of the changed data only the facts tell.
    if (event === 'form.completed' && held) held = null;
  }
  return [...new Set(breaches)];
};

const steps: readonly string[] = submissionSteps;
const afterDelivery = (step: string): boolean =>
  steps.indexOf(step) > steps.indexOf('SUBMIT_DATA_TO_AUTHORITY');

/** Entries of a submission that went on at another step than the one at which it had stopped. */
const submission: Replay = (entries) => {
  let step: string | null = null;
  return entries.filter((entry) => {
    const goesOn = entry.event === 'step.resumed' || entry.event === 'submission.repeated';
    const isWrong =
      step !== null &&
      ((goesOn && entry.to !== step) || (entry.event === 'submission.givenUp' && afterDelivery(step)));
    if (steps.includes(entry.to)) step = entry.to;
    return isWrong;
  });
};

export const replayed: Partial<Record<StatusMachine, Replay>> = { process, submission };
