import type { ProcessStatus } from '#domain/process-status.ts';
import { isRunning } from '#server/processes/row.ts';
import { type ActName, repairs } from './acts.ts';
import { decidePayment } from './partners.ts';
import { type Moods, planOf } from './plan.ts';
import { dueJobs, untilNextJob } from './queue.ts';
import { doAct } from './run.ts';
import type { Sight } from './seen.ts';
import { type Tape, tapeOf } from './tape.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rounds after which everything must have come to an end: the tries of a delivery take a week. */
const ROUNDS = 80;
const ROUNDS_OF_MOODS = 6;
/** Looks, hours apart, after which what still waits is waiting for ever. */
const IDLE_ROUNDS = 2;
/** Looks, an hour apart, after which a late payment must have been noticed. */
const LOOKS = 2;

/** Whether something is being sent, or an e-mail waits, perhaps for the end of the lease of a dead process. */
const isAnythingOpen = async ({ db }: World): Promise<boolean> => {
  const isWaiting = db
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'waiting')
    .where('kind', '!=', 'draftEnds');
  const { open } = await db
    .selectNoFrom((eb) =>
      eb
        .or([eb.exists(db.selectFrom('process').select('id').where(isRunning)), eb.exists(isWaiting)])
        .as('open'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(open);
};

/** Answers all calls, until no task waits any more. */
async function finish(world: World, sight: Sight): Promise<void> {
  for (let task = world.waiting()[0]; task; task = world.waiting()[0]) await world.goOn(task, 'done');
  await sight.look();
}

/**
 * Processes live and nothing else is asked for, until nothing is under way any more.
 * @param echo chooses the first faults of the partners and processes; after its end they answer
 * @param moods of partners, which get better only after a while
 */
export async function comeToAnEnd(
  world: World,
  echo: Tape,
  sight: Sight,
  tell: (line: string) => void,
  moods: Moods = new Map(),
): Promise<void> {
  const right = { skewMs: 0, isFrozen: false, lacksForms: false };
  for (const process of world.processes()) Object.assign(process, right);
  await finish(world, sight);
  // Until the workers that have died are known to be dead.
  await world.pass(MINUTE_MS);
  let hasLooked = false;
  let idle = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const jobs = (await dueJobs(world.db)).filter(({ name }) => name !== 'delivery-status');
    for (const job of jobs) {
      const { call, interrupted } = planOf(echo);
      await world.work(round % 2, job, interrupted);
      for (let count = 0, task = world.waiting()[0]; task; task = world.waiting()[0], count += 1) {
        const mood = round < ROUNDS_OF_MOODS ? moods.get(task.call?.what ?? '') : undefined;
        const outcome = count === call?.at ? call.outcome : (mood ?? 'done');
        if (outcome !== 'done') tell(`  ${job.name}, ${task.call?.what}: ${outcome}`);
        await world.goOn(task, outcome === 'takesLong' ? 'done' : outcome);
        await sight.look();
      }
    }
    const next = await untilNextJob(world.db, ['submission', 'mail']);
    if (jobs.length > 0 || next !== null) {
      [hasLooked, idle] = [false, 0];
      if (jobs.length === 0 && echo.choose(4) === 3) await giveUp(world, sight, tell);
      await world.pass(Math.max(1000, jobs.length > 0 ? 1000 : (next ?? 0)));
      continue;
    }
    if (hasLooked && (idle === IDLE_ROUNDS || !(await isAnythingOpen(world)))) return;
    // A try may wait for a moment by the wrong clock of a process, or for the end of the lease of a dead one.
    if (hasLooked) idle += 1;
    if (hasLooked) await world.pass(5 * 60 * MINUTE_MS);
    await world.tend(round % 2);
    await finish(world, sight);
    hasLooked = true;
  }
}

/** An operator gives up the tries of what is being sent. */
async function giveUp(world: World, sight: Sight, tell: (line: string) => void): Promise<void> {
  const sending = await world.db.selectFrom('process').select('id').where(isRunning).execute();
  for (const { id } of sending) {
    tell(`an operator: giveUp of application ${sight.seen.findIndex((one) => one.id === id) + 1}`);
    await world.begin({ name: 'giveUp', process: 0, processId: id }, (context) =>
      repairs.giveUp(context, id),
    );
    await sight.look();
  }
}

/** All that is due is done, and nothing fails. */
async function work(world: World, sight: Sight): Promise<void> {
  await world.tend(0);
  await finish(world, sight);
  for (const job of await dueJobs(world.db)) {
    if (job.name === 'delivery-status') continue;
    await world.work(1, job);
    await finish(world, sight);
  }
}

/** Finishes what has only now to be sent: it was paid late, or was found to have arrived when it was to be erased. */
async function finishWhatIsOpen(world: World, sight: Sight, tell: (line: string) => void): Promise<void> {
  if (await isAnythingOpen(world)) await comeToAnEnd(world, tapeOf([]), sight, tell);
}

/** Acts of a person who comes back: none, or one of these lists; `late` is money that comes in after all. */
const lateActs = (status: ProcessStatus): (readonly (ActName | 'late')[])[] =>
  status === 'SUBMITTED'
    ? [[], ['remove']]
    : [[], ['deletePaidDraft'], ['change', 'late', 'confirm', 'pay', 'send'], ['send']];

/** Has the payer pay all that can still be paid. */
function payWhatIsOpen(
  world: World,
  tell: (line: string) => void,
  isMeant: (index: number) => boolean,
): void {
  for (const [index, { state, isKnown }] of world.partners().payments.entries()) {
    if (state === 'paid' || !isKnown || !isMeant(index)) continue;
    tell(`payment ${index + 1}: paid after all`);
    decidePayment(world.partners(), index, 'paid', world.now());
  }
}

/** The person may delete what is left, may pay what can still be paid, and what follows from that is done. */
export async function payLate(
  world: World,
  tape: Tape,
  sight: Sight,
  tell: (line: string) => void,
): Promise<void> {
  for (const one of sight.seen) {
    if (one.status === null) continue;
    for (const name of lateActs(one.status)[tape.choose(4)] ?? []) {
      if (name === 'late') payWhatIsOpen(world, tell, () => true);
      const act = name === 'late' ? 'checkPayment' : name;
      tell(`the person: ${act} of application ${sight.seen.indexOf(one) + 1}`);
      await doAct(world, one, act, { process: 0 });
      await finish(world, sight);
    }
  }
  payWhatIsOpen(world, tell, () => tape.choose(2) === 1);
  for (let hour = 0; hour < LOOKS; hour += 1) {
    await world.pass(61 * MINUTE_MS);
    await work(world, sight);
  }
  await finishWhatIsOpen(world, sight, tell);
}

/** More than a year passes: drafts end first, then what was sent. */
export async function passTheirTime(world: World, sight: Sight, tell: (line: string) => void): Promise<void> {
  for (const days of [45, 400]) {
    tell(`${days} days pass`);
    await world.pass(days * DAY_MS);
    await work(world, sight);
    await finishWhatIsOpen(world, sight, tell);
  }
}
