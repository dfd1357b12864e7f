import type { ProcessStatus } from '#domain/process-status.ts';
import type { ProviderPaymentState } from '#server/ports/payment.ts';
import { isRunning } from '#server/processes/row.ts';
import { fillIn } from '../use-cases/applications.ts';
import { type ActName, acts } from './acts.ts';
import { breachesIn, type Seen } from './outer-laws.ts';
import { decidePayment } from './partners.ts';
import { dueJobs, untilNextJob } from './queue.ts';
import { type Tape, tapeOf } from './tape.ts';
import type { Outcome, Task } from './tasks.ts';
import type { World } from './world.ts';

/** The log of a run, a line each, and every breach of a law. */
export type Ran = { log: string[]; breaches: string[] };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Times that may pass at once: until a worker is presumed dead, a try is due, a time is over. */
const times = [
  1000,
  11_000,
  31_000,
  MINUTE_MS,
  16 * MINUTE_MS,
  5 * 60 * MINUTE_MS,
  DAY_MS,
  8 * DAY_MS,
  15 * DAY_MS,
  100 * DAY_MS,
];
const skews = [0, 5000, -5000, 40_000, -40_000, 3 * 60 * MINUTE_MS, -3 * 60 * MINUTE_MS];

/** Outcomes of a call by their weight: most are answered. */
const outcomes: readonly Outcome[] = [
  ...Array.from({ length: 10 }, () => 'done' as const),
  ...(['away', 'answerLost', 'refused', 'diesBefore', 'diesAfter', 'takesLong', 'takesLong'] as const),
];
const actNames = Object.keys(acts) as ActName[];
const decisions: readonly ProviderPaymentState[] = ['paid', 'failed', 'cancelled', 'paid'];
/** Most applications of a run. */
const APPLICATIONS = 2;
/** Number of things that happen between two looks at the laws. */
const LOOKS = 6;
/** Rounds after which everything must have come to an end: the tries of a delivery take a week. */
const ROUNDS = 80;

/** Runs what a tape says, then lets everything come to an end, and judges what has become of it. */
export async function run(world: World, numbers: readonly number[]): Promise<Ran> {
  await world.reset();
  const tape = tapeOf(numbers);
  const seen: Seen[] = [];
  const log: string[] = [];
  const tell = (line: string) => void log.push(line);
  const look = async () => {
    const rows = await world.db.selectFrom('process').select(['id', 'status']).execute();
    for (const { id, status } of rows) {
      const known = seen.find((one) => one.id === id);
      if (!known) seen.push({ id, status, statuses: new Set([status]) });
      else if (known.status !== status) {
        known.status = status;
        known.statuses.add(status);
        tell(`  application ${seen.indexOf(known) + 1} is ${status}`);
      }
    }
    for (const one of seen) {
      if (one.status === null || rows.some(({ id }) => id === one.id)) continue;
      one.status = null;
      tell(`  application ${seen.indexOf(one) + 1} is gone`);
    }
  };
  await begin(world, tape, tell);
  await look();
  for (let count = 1; !tape.isOver(); count += 1) {
    await happen(world, tape, seen, tell);
    await look();
    // Each look takes as long as what happens; what is wrong mostly stays so.
    const breaches = count % LOOKS === 0 ? await breachesIn(world, seen, false) : [];
    if (breaches.length > 0) return { log, breaches };
  }
  tell('everything comes to an end');
  // Most of the sending happens here: the numbers of the tape choose its faults as well.
  await comeToAnEnd(world, tapeOf(numbers), { look, tell });
  return { log, breaches: await breachesIn(world, seen, true) };
}

/** Answers all calls of the task that works, until it has ended, died or takes long. */
async function answer(world: World, task: Task | undefined, tape: Tape, tell: (line: string) => void) {
  while (task?.call) {
    const { what } = task.call;
    const outcome = outcomes[tape.choose(outcomes.length)]!;
    if (outcome !== 'done') tell(`  ${what}: ${outcome}`);
    if (outcome === 'takesLong') return;
    await world.goOn(task, outcome);
    if (outcome === 'diesBefore' || outcome === 'diesAfter') {
      world.die(task.process);
      return;
    }
  }
}

/** The person fills in an application, with a fee or without. */
async function begin(world: World, tape: Tape, tell: (line: string) => void): Promise<void> {
  const service = (['fischereischein', 'hundesteuer'] as const)[tape.choose(2)]!;
  tell(`the person fills in ${service}`);
  const session = await world.session();
  await world.begin({ name: 'fillIn', process: 0 }, (context) =>
    fillIn(context, session, service, withoutFiles(service)),
  );
}

/** The acts of most people in each status; the portal refuses to send unpaid what has a fee, and the other way round. */
const natural: Record<ProcessStatus, readonly ActName[]> = {
  CREATED: ['confirm'],
  EDITING: ['confirm'],
  COMPLETED: ['pay', 'send'],
  ELECTRONIC_NOTICE_SELECTED: ['pay', 'send'],
  PAYMENT_PENDING: ['checkPayment', 'pay'],
  PAYMENT_FAILURE: ['pay', 'change'],
  PAID: ['send'],
  SUBMIT_FAILURE: ['send', 'change'],
  SUBMITTED: ['checkPayment'],
};

/** Three of four times what most people would do, otherwise anything. */
function chosenAct({ status }: Seen, tape: Tape): ActName {
  const likely = status === null || tape.choose(4) === 3 ? actNames : natural[status];
  return likely[tape.choose(likely.length)]!;
}

/** One thing happens. */
async function happen(world: World, tape: Tape, seen: Seen[], tell: (line: string) => void): Promise<void> {
  const process = tape.choose(2);
  const isFrozen = world.processes()[process]!.isFrozen;
  const before = new Set(world.waiting());
  const begun = async (work: Promise<void>) => {
    await work;
    await answer(
      world,
      world.waiting().find((task) => !before.has(task)),
      tape,
      tell,
    );
  };
  const kind = tape.choose(20);
  if (kind < 8 && seen.length > 0) {
    if (isFrozen) return;
    const one = seen[tape.choose(seen.length)]!;
    const name = chosenAct(one, tape);
    tell(`the person: ${name} of application ${seen.indexOf(one) + 1}, at process ${process}`);
    const session = await world.session();
    await begun(
      world.begin({ name, process, processId: one.id }, (context) => acts[name](context, session, one.id)),
    );
  } else if (kind < 9) {
    if (seen.length >= APPLICATIONS || isFrozen) return;
    await begin(world, tape, tell);
  } else if (kind < 13) {
    if (isFrozen) return;
    const jobs = await dueJobs(world.db);
    const job = jobs[tape.choose(Math.max(1, jobs.length))];
    if (!job) return;
    tell(`process ${process} works: ${job.name}`);
    await begun(world.work(process, job));
  } else if (kind < 14) {
    if (isFrozen) return;
    tell(`process ${process} does the work of a minute`);
    await begun(world.tend(process));
  } else if (kind < 16) {
    const { payments } = world.partners();
    if (payments.length === 0) return;
    const index = tape.choose(payments.length);
    const state = decisions[tape.choose(decisions.length)]!;
    tell(`payment ${index + 1}: ${state}`);
    decidePayment(world.partners(), index, state, world.now());
  } else if (kind < 18) {
    const ms = times[tape.choose(times.length)]!;
    tell(`${ms / 1000} s pass`);
    await world.pass(ms);
  } else if (kind < 19) {
    const waiting = world.waiting().filter((task) => !world.processes()[task.process]!.isFrozen);
    const task = waiting[tape.choose(Math.max(1, waiting.length))];
    if (!task) return;
    tell(`process ${task.process} goes on: ${task.name}`);
    await answer(world, task, tape, tell);
  } else {
    const how = tape.choose(3);
    if (how === 0) world.processes()[process]!.isFrozen = !isFrozen;
    if (how === 1) world.die(process);
    if (how === 2) world.processes()[process]!.skewMs = skews[tape.choose(skews.length)]!;
    tell(`process ${process} ${['stands still, or goes on', 'dies', 'has another clock'][how]}`);
  }
}

/** Files are a matter of their own, and half of the time of a run. */
const withoutFiles = (service: 'fischereischein' | 'hundesteuer') =>
  service === 'hundesteuer' ? { isDangerous: 'no', wantsRelief: 'no' } : {};

const isAnythingSent = async ({ db }: World): Promise<boolean> =>
  (await db.selectFrom('process').select('id').where(isRunning).execute()).length > 0;

/**
 * Processes live and nothing else is asked for, until nothing is under way any more.
 * @param echo chooses the first faults of the partners; after its end they answer
 */
async function comeToAnEnd(
  world: World,
  echo: Tape,
  { look, tell }: { look: () => Promise<void>; tell: (line: string) => void },
): Promise<void> {
  const finish = async () => {
    for (let task = world.waiting()[0]; task; task = world.waiting()[0]) {
      const chosen = outcomes[echo.choose(outcomes.length)]!;
      const outcome = chosen === 'takesLong' ? 'done' : chosen;
      if (outcome !== 'done') tell(`  ${task.call?.what}: ${outcome}`);
      await world.goOn(task, outcome);
      if (outcome === 'diesBefore' || outcome === 'diesAfter') world.die(task.process);
      await look();
    }
  };
  for (const process of world.processes()) Object.assign(process, { skewMs: 0, isFrozen: false });
  await finish();
  // Until the workers that have died are known to be dead.
  await world.pass(MINUTE_MS);
  let hasLooked = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    const jobs = (await dueJobs(world.db)).filter(({ name }) => name !== 'delivery-status');
    for (const job of jobs) {
      await world.work(round % 2, job);
      await finish();
    }
    const next = await untilNextJob(world.db, ['submission', 'mail']);
    if (jobs.length > 0 || next !== null) {
      hasLooked = false;
      await world.pass(Math.max(1000, jobs.length > 0 ? 1000 : (next ?? 0)));
      continue;
    }
    if (hasLooked && !(await isAnythingSent(world))) return;
    // A try may wait for a moment by the wrong clock of a process.
    if (hasLooked) await world.pass(5 * 60 * MINUTE_MS);
    await world.tend(round % 2);
    await finish();
    hasLooked = true;
  }
}
