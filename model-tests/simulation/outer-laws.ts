import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { breachesOf } from '#server/journal-check/laws.ts';
import { BEFORE_ALL, type KnownCourse, readCourses } from '#server/journal-check/read-courses.ts';
import { formOfProcess, metadataOf } from '#server/processes/form.ts';
import { findProcess } from '#server/processes/row.ts';
import { inSchemas } from '#server/sending/in-schemas.ts';
import { json } from '#server/storage/json.ts';
import type { Payment } from './partners.ts';
import type { Seen, Sight } from './seen.ts';
import type { World } from './world.ts';

/** Time for which the provider is asked about a payment (payment/attempt.ts). */
const ASKED_FOR_MS = 14 * 86_400_000;
/** The wrongest clock of a process, and some more. */
const WRONG_MS = 4 * 3_600_000;
/** Longest pause between two tries of an e-mail, after which none may follow before the time for trying is over. */
const LONGEST_PAUSE_MS = 4 * 3_600_000;

type Facts = {
  world: World;
  courses: ReadonlyMap<string, KnownCourse>;
  nameOf: (id: string) => string;
  /** Packages of an application that the authority has. */
  arrived: (id: string) => { data: string | null }[];
};

/**
 * Returns every breach: of the laws of a journal, and of what only the partners know beside it.
 * @param isAtRest whether all that can go on has gone on: then nothing is under way any more
 */
export async function breachesIn(
  world: World,
  { seen, breaches }: Sight,
  isAtRest: boolean,
): Promise<string[]> {
  const facts: Facts = {
    world,
    courses: new Map((await readCourses(world.db, BEFORE_ALL, 100)).map((course) => [course.id, course])),
    nameOf: (id) => `application ${seen.findIndex((one) => one.id === id) + 1}`,
    arrived: (id) =>
      [...world.partners().submissions.values()].filter(
        ({ processId, received }) => processId === id && received > 0,
      ),
  };
  return [
    ...world.unexpected(),
    ...breaches,
    ...world.partners().breaches,
    ...ofJournals(facts),
    ...ofDeliveries(facts, seen),
    ...(await ofMoney(facts)),
    ...(isAtRest ? [...ofEnds(facts, seen), ...(await ofData(facts)), ...(await ofMails(facts))] : []),
    ...(isAtRest ? await ofPromises(facts) : []),
  ];
}

const ofJournals = ({ courses, nameOf, arrived }: Facts): string[] =>
  [...courses.values()].flatMap((course) =>
    breachesOf({ ...course, deliveries: arrived(course.id).length }).map(
      ({ law, what }) => `${nameOf(course.id)}, ${law}: ${what}`,
    ),
  );

/** Law: an application that is told as sent has arrived, once. */
const ofDeliveries = ({ nameOf, arrived }: Facts, seen: readonly Seen[]): string[] =>
  seen.flatMap(({ id, statuses }) => {
    const { length } = arrived(id);
    return [
      ...(length > 1 ? [`${nameOf(id)} arrived ${length} times`] : []),
      ...(length === 0 && statuses.has('SUBMITTED')
        ? [`${nameOf(id)} was told to be sent, and never arrived`]
        : []),
    ];
  });

/** Law: reports of the provider are stored as they are, each cent is in one place, and nothing unpaid is sent. */
async function ofMoney({ world, nameOf }: Facts): Promise<string[]> {
  const { rows } = await sql<{
    processId: string;
    transactionId: string;
    state: string;
    paidCents: number;
  }>`select process_id as "processId", transaction_id as "transactionId", state,
      coalesce((context ->> 'paidCents')::int, 0) as "paidCents"
    from payment where state = 'paid'`.execute(world.db);
  const wrong = rows.filter(({ transactionId, paidCents }) => {
    const known = world.partners().payments.find((one) => one.transactionId === transactionId);
    return known?.state !== 'paid' || known.amountCents !== paidCents;
  });
  const sums = await sql<{
    id: string;
    status: string;
    fee: number;
    held: number;
    due: number;
    noted: number;
  }>`
    select id, status, (context ->> 'feeCents')::int as fee, (context ->> 'paidCents')::int as held,
      (context ->> 'refundDueCents')::int as due,
      (select coalesce(sum(amount_cents), 0)::int from refund where refund.process_id = process.id) as noted
    from process`.execute(world.db);
  return [
    ...wrong.map(
      ({ processId }) => `${nameOf(processId)}: a payment is stored as paid that was not, or of another sum`,
    ),
    ...sums.rows.flatMap(({ id, status, fee, held, due, noted }) => [
      ...(due === noted ? [] : [`${nameOf(id)} says that ${due} cents are returned, and ${noted} are to be`]),
      ...(status === 'SUBMITTED' && fee !== held
        ? [`${nameOf(id)} was sent, and ${held} of ${fee} cents are paid`]
        : []),
    ]),
  ];
}

/** Law: everybody is told of every end, and nothing goes on for ever. */
const ofEnds = ({ courses, nameOf, arrived }: Facts, seen: readonly Seen[]): string[] => [
  ...[...courses.values()]
    .filter(({ running }) => running)
    .map(({ id }) => `${nameOf(id)} is being sent for ever`),
  ...seen
    .filter(({ id, statuses }) => {
      // Where all answers were lost until the time for trying was over, nobody here knows; sending it again tells, and
      // before it is erased the delivery service is asked.
      const isOpen = statuses.has('SUBMIT_FAILURE') && courses.has(id);
      return arrived(id).length > 0 && !statuses.has('SUBMITTED') && !isOpen;
    })
    .map(({ id }) => `${nameOf(id)} is with the authority, and its person was never told`),
];

/** Law: the authority has what was confirmed last. */
async function ofData({ world, courses, nameOf, arrived }: Facts): Promise<string[]> {
  const { context } = world.server;
  const breaches: string[] = [];
  for (const { id, places } of courses.values()) {
    const [sent] = arrived(id);
    if (!sent || !places.some(({ machine, state }) => machine === 'process' && state === 'SUBMITTED'))
      continue;
    const row = await findProcess(context, world.db, id);
    // Once its time is over, what was sent is forgotten.
    if (!row?.confirmedForm) continue;
    const form = formOfProcess(context, row);
    const { dataSchemas } = metadataOf(context, row);
    const isSame = dataSchemas
      ? sent.data === inSchemas(dataSchemas, form, row.data)[0]?.text
      : isDeepStrictEqual(JSON.parse(sent.data ?? '{}').data, JSON.parse(json(form.values(row.data))));
    if (!isSame) breaches.push(`the authority has other data of ${nameOf(id)} than was confirmed`);
  }
  return breaches;
}

/** Law: each end is told by mail, and an e-mail that is stored as sent was. */
async function ofMails({ world, nameOf }: Facts): Promise<string[]> {
  const now = world.now().getTime();
  const mails = await sql<{ id: string; processId: string; kind: string; state: string; tryUntil: string }>`
    select id, process_id as "processId", kind, state, context ->> 'tryUntil' as "tryUntil" from mail`.execute(
    world.db,
  );
  const untold = await sql<{ id: string; kind: string }>`
    select process.id, case status when 'SUBMITTED' then 'confirmation' else 'notSent' end as kind
    from process join submission on submission.process_id = process.id
    where mail_to is not null and wants_mails and (
      status = 'SUBMITTED' and not exists (
        select from mail where process_id = process.id and kind = 'confirmation')
      or status = 'SUBMIT_FAILURE' and not exists (
        select from submission_step as done where done.process_id = process.id and step = 'SUBMIT_DATA_TO_AUTHORITY')
      and not exists (
        select from mail where process_id = process.id and kind = 'notSent'
          and occasion = submission.context ->> 'repeats'))`.execute(world.db);
  return [
    ...untold.rows.map(({ id, kind }) => `${nameOf(id)} has ended, and no e-mail says so: ${kind}`),
    ...mails.rows.flatMap(({ id, processId, kind, state, tryUntil }) => {
      const about = `e-mail ${kind} of ${nameOf(processId)}`;
      if (state === 'sent' && !world.partners().mails.has(id))
        return [`${about} is stored as sent, and was not`];
      if (state === 'waiting' && kind !== 'draftEnds') return [`${about} waits for ever`];
      const isLate = now > Date.parse(tryUntil) - LONGEST_PAUSE_MS - WRONG_MS;
      return state === 'refused' || (state === 'givenUp' && !isLate) ? [`${about} was given up`] : [];
    }),
  ];
}

/** Law: each promise has its job: the provider is asked, and what is paid is sent. */
async function ofPromises({ world, nameOf }: Facts): Promise<string[]> {
  const unasked = await sql<{ processId: string }>`
    select process_id as "processId" from payment
    where state <> 'paid' and transaction_id is not null and asked_until > now() and not exists (
      select from jobs.job where name = 'payment-check' and state < 'completed'
        and data ->> 'paymentId' = payment.id::text)`.execute(world.db);
  const unsent = await sql<{ id: string }>`
    select id from process where status in ('COMPLETED', 'ELECTRONIC_NOTICE_SELECTED', 'PAID')
      and (context ->> 'paidCents')::int > 0`.execute(world.db);
  return [
    ...unasked.rows.map(({ processId }) => `nobody asks for a payment of ${nameOf(processId)}`),
    ...unsent.rows.map(({ id }) => `${nameOf(id)} is paid, and nothing sends it`),
  ];
}

/** Whether the portal must have noticed a payment: paid in the time for which it asks. */
const isNoticed = ({ timestamp, openedAt }: Payment): boolean =>
  Date.parse(timestamp) < openedAt + ASKED_FOR_MS - 2 * 86_400_000;

/**
 * Returns what is wrong with the money of each application, also of one that is gone, once all questions are answered:
 * what was paid pays for what was sent or may be, or is to be returned.
 */
export async function moneyIn(world: World, { seen }: Sight): Promise<string[]> {
  const refunds = await world.db.selectFrom('refund').select(['processId', 'amountCents']).execute();
  const { payments, submissions } = world.partners();
  const sum = (cents: readonly { amountCents: number }[]) =>
    cents.reduce((all, one) => all + one.amountCents, 0);
  return seen.flatMap(({ id, status, heldCents }, index) => {
    const own = payments.filter(({ processId, state }) => processId === id && state === 'paid');
    if (!own.every(isNoticed)) return [];
    const hasArrived = [...submissions.values()].some((one) => one.processId === id && one.received > 0);
    const held = status !== null || hasArrived ? heldCents : 0;
    const returned = sum(refunds.filter(({ processId }) => processId === id));
    return sum(own) === held + returned
      ? []
      : [
          `application ${index + 1}: ${sum(own)} cents were paid, ${held} pay the fee, ${returned} are to be returned`,
        ];
  });
}
