import type { StatusMachine } from '#domain/status-machine.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { handInMachine } from '#machines/handIn/handIn.machine.ts';
import { mailMachine } from '#machines/mail/mail.machine.ts';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { refundMachine } from '#machines/refund/refund.machine.ts';
import { sentApplicationMachine } from '#machines/sentApplication/sentApplication.machine.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import type { Course, CourseEntry } from './course.ts';
import { replayed } from './replayed-guards.ts';

/** The machines of one application: an interruption has no journal of an application. */
const machines = {
  process: processMachine,
  submission: submissionMachine,
  payment: paymentMachine,
  sentApplication: sentApplicationMachine,
  handIn: handInMachine,
  mail: mailMachine,
  refund: refundMachine,
};
type Journaled = keyof typeof machines;
const isJournaled = (name: StatusMachine): name is Journaled => name in machines;

/** A drawn move as one text. */
const moveOf = ({ from, event, to, rule }: Pick<CourseEntry, 'from' | 'event' | 'to' | 'rule'>): string =>
  [from, event, to, rule].join(' ');

const drawn = Object.fromEntries(
  Object.entries(machines).map(([name, machine]) => [
    name,
    new Set(
      arrowsOf(machine).map(({ from, event, to, rule }) => moveOf({ from, event, to: to[0] ?? from, rule })),
    ),
  ]),
) as Record<Journaled, Set<string>>;

/** States in which the server may begin beside the first one: a restore knows from partners what has happened. */
const begunLater: Partial<Record<Journaled, readonly string[]>> = { payment: ['pending'], mail: ['sent'] };

/**
 * States that the server may enter anew, without an event: a restore finds an application sent, and the whole log of a
 * delivery may say something else than its parts.
 */
const enteredAnew: Partial<Record<Journaled, readonly string[]>> = {
  process: ['SUBMITTED'],
  submission: ['SUBMISSION_COMPLETED'],
  sentApplication: Object.keys(sentApplicationMachine.states),
};

/**
 * States in which a machine may begin again: a submission that has failed is dropped where the data changes, and the
 * changed data is sent by a new one.
 */
const begunAgain: Partial<Record<Journaled, readonly string[]>> = {
  submission: ['SUBMISSION_FAILURE'],
  sentApplication: ['pending'],
};

/** Returns an entry in words that tell nothing of the person: machine, states and event. */
export const inWords = ({ machine, attempt, event, from, to }: CourseEntry): string =>
  `${machine}${attempt === null ? '' : ` ${attempt}`}: ${
    event === null ? `begins in ${to}` : `${from} –${event}→ ${to}`
  }`;

/** Law: every entry is a move that the machine draws, from where the entry before has led, and no guard forbids it. */
export function order({ entries, isInOrder }: Course): string[] {
  const each = Map.groupBy(entries, ({ machine, attempt }) => `${machine} ${attempt}`);
  return [...each.values()].flatMap((own) => {
    const { machine } = own[0]!;
    if (!isJournaled(machine)) return [`${machine}: is no machine of an application`];
    if (!isInOrder) return own.filter((entry) => !isDrawn(machine, entry)).map(notDrawn);
    return [...inOrder(machine, own), ...(replayed[machine]?.(own) ?? []).map(forbidden)];
  });
}

const notDrawn = (entry: CourseEntry): string => `${inWords(entry)} is no move of this machine`;
const forbidden = (entry: CourseEntry): string => `${inWords(entry)} is forbidden by what happened before`;

const isDrawn = (machine: Journaled, entry: CourseEntry): boolean =>
  entry.event === null
    ? machines[machine].root.initial.target[0]?.key === entry.to ||
      mayBegin(begunLater, machine, entry) ||
      mayBegin(enteredAnew, machine, entry)
    : drawn[machine].has(moveOf(entry));

const mayBegin = (
  where: Partial<Record<Journaled, readonly string[]>>,
  machine: Journaled,
  { by, to }: CourseEntry,
): boolean => by === 'server' && (where[machine]?.includes(to) ?? false);

function inOrder(machine: Journaled, entries: readonly CourseEntry[]): string[] {
  // An application from before the journal has no beginning there.
  let at = entries[0]!.from;
  return entries.flatMap((entry) => {
    const before = at;
    at = entry.to;
    if (!isDrawn(machine, entry)) return [notDrawn(entry)];
    if (entry.event === null)
      return before === null || begunAgain[machine]?.includes(before) || mayBegin(enteredAnew, machine, entry)
        ? []
        : [`${inWords(entry)} a second time`];
    if (entry.from !== before) return [`${inWords(entry)} although it was in ${before}`];
    if (entry.times > 1 && entry.from !== entry.to)
      return [`${inWords(entry)} ${entry.times} times in a row`];
    return [];
  });
}
