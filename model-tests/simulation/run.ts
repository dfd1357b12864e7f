import type { ProcessStatus } from '#domain/process-status.ts';
import type { ServerContext } from '#server/context.ts';
import type { ProviderPaymentState } from '#server/ports/payment.ts';
import { isRunning } from '#server/processes/row.ts';
import { fillIn } from '../use-cases/applications.ts';
import { type ActName, acts, repairs } from './acts.ts';
import { comeToAnEnd, passTheirTime, payLate } from './ends.ts';
import { breachesIn, moneyIn } from './outer-laws.ts';
import { decidePayment, openPage } from './partners.ts';
import { changeMood, type Moods, type Plan, planOf, type Weather } from './plan.ts';
import { dueJobs, untilNextJob } from './queue.ts';
import { openEyes, type Seen, type Sight } from './seen.ts';
import { type Tape, tapeOf } from './tape.ts';
import { STANDS_STILL, type Task } from './tasks.ts';
import type { World } from './world.ts';

/** The log of a run, a line each, and every breach of a law. */
export type Ran = { log: string[]; breaches: string[] };

/** A run under way. */
type Scene = {
  world: World;
  tape: Tape;
  sight: Sight;
  tell: (line: string) => void;
  weather: Weather;
  moods: Moods;
  /** The plans of the tasks that wait, and the number of calls that each has made. */
  plans: WeakMap<Task, { plan: Plan; calls: number }>;
};

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
  31 * DAY_MS,
  100 * DAY_MS,
];
const skews = [0, 5000, -5000, 40_000, -40_000, 3 * 60 * MINUTE_MS, -3 * 60 * MINUTE_MS];

const actNames = Object.keys(acts) as ActName[];
const repairNames = Object.keys(repairs) as (keyof typeof repairs)[];
const decisions: readonly ProviderPaymentState[] = ['paid', 'failed', 'cancelled', 'paid'];
const weathers: readonly Weather[] = ['usual', 'calm', 'usual', 'stormy'];
/** Most applications of a run. */
const APPLICATIONS = 2;
/** Number of things that happen between two looks at the laws. */
const LOOKS = 6;

/** Runs what a tape says, then lets everything come to an end, and judges what has become of it. */
export async function run(world: World, numbers: readonly number[]): Promise<Ran> {
  await world.reset();
  const tape = tapeOf(numbers);
  const log: string[] = [];
  const tell = (line: string) => void log.push(line);
  const sight = openEyes(world, tell);
  const weather = weathers[tape.choose(weathers.length)]!;
  // In half of the runs a partner is in a mood from the start.
  const moods: Moods = new Map();
  if (tape.choose(2) === 1) tell(changeMood(tape, moods));
  const scene: Scene = { world, tape, sight, tell, weather, moods, plans: new WeakMap() };
  await begin(scene);
  await sight.look();
  for (let count = 1; !tape.isOver(); count += 1) {
    await happen(scene);
    await sight.look();
    // Each look takes as long as what happens; what is wrong mostly stays so.
    const breaches = count % LOOKS === 0 ? await breachesIn(world, sight, false) : [];
    if (breaches.length > 0) return { log, breaches };
  }
  tell('everything comes to an end');
  // Most of the sending happens here: the numbers of the tape choose its faults as well.
  await comeToAnEnd(world, tapeOf(numbers), sight, tell, scene.moods);
  const breaches = await breachesIn(world, sight, true);
  if (breaches.length > 0) return { log, breaches };
  await payLate(world, tapeOf(numbers.toReversed()), sight, tell);
  const later = [...(await breachesIn(world, sight, true)), ...(await moneyIn(world, sight))];
  // The time after that takes as long as all before; half of the runs are enough to look at it.
  if (later.length > 0 || (numbers.at(-1) ?? 0) % 2 === 1) return { log, breaches: later };
  await passTheirTime(world, sight, tell);
  return { log, breaches: [...(await breachesIn(world, sight, true)), ...(await moneyIn(world, sight))] };
}

/** Begins a task, with what the tape has befall it, and answers its calls. */
async function start(scene: Scene, work: (interrupted: Plan['interrupted']) => Promise<void>): Promise<void> {
  const { world, tape, weather, tell } = scene;
  const plan = planOf(tape, weather);
  const before = new Set(world.waiting());
  const [dead] = [world.deaths()];
  await work(plan.interrupted);
  if (world.deaths() > dead) tell('  its process dies');
  const task = world.waiting().find((one) => !before.has(one));
  if (!task) return;
  scene.plans.set(task, { plan, calls: 0 });
  await answer(scene, task);
}

/** Answers all calls of the task that works, until it has ended, died or takes long. */
async function answer({ world, plans, moods, tell }: Scene, task: Task): Promise<void> {
  const known = plans.get(task);
  while (task.call && !task.isDead) {
    const { what } = task.call;
    if (what === STANDS_STILL) {
      tell(`  ${STANDS_STILL}`);
      return;
    }
    const planned = known && known.plan.call?.at === known.calls ? known.plan.call.outcome : undefined;
    if (known) known.calls += 1;
    const outcome = planned ?? moods.get(what) ?? 'done';
    if (outcome !== 'done') tell(`  ${what}: ${outcome}`);
    if (outcome === 'takesLong') return;
    await world.goOn(task, outcome);
    if (outcome === 'answersLate') return;
  }
  if (task.isDead) tell('  its process dies');
}

/** The person fills in an application, with a fee or without. */
async function begin({ world, tape, tell }: Scene): Promise<void> {
  if (world.processes()[0]!.lacksForms) return;
  const service = (['fischereischein', 'fischereischein', 'hundesteuer'] as const)[tape.choose(3)]!;
  tell(`the person fills in ${service}`);
  const session = await world.session();
  await world.begin({ name: 'fillIn', process: 0 }, (context) =>
    fillIn(context, session, service, withoutFiles(service)),
  );
}

/** Files are a matter of their own, and half of the time of a run. */
const withoutFiles = (service: 'fischereischein' | 'hundesteuer') =>
  service === 'hundesteuer' ? { isDangerous: 'no', wantsRelief: 'no' } : {};

/** The acts of most people in each status; the portal refuses to send unpaid what has a fee, and the other way round. */
const natural: Record<ProcessStatus, readonly ActName[]> = {
  CREATED: ['confirm'],
  EDITING: ['confirm'],
  COMPLETED: ['pay', 'send', 'pay', 'change'],
  ELECTRONIC_NOTICE_SELECTED: ['pay', 'send'],
  PAYMENT_PENDING: ['checkPayment', 'pay'],
  PAYMENT_FAILURE: ['pay', 'change', 'deleteDraft'],
  PAID: ['send'],
  SUBMIT_FAILURE: ['send', 'change', 'deletePaidDraft'],
  SUBMITTED: ['checkPayment', 'remove'],
};

/** Three of four times what most people would do, otherwise anything. */
function chosenAct({ status }: Seen, tape: Tape): ActName {
  const likely = status === null || tape.choose(4) === 3 ? actNames : natural[status];
  return likely[tape.choose(likely.length)]!;
}

const ends: readonly ActName[] = ['deleteDraft', 'deletePaidDraft', 'remove'];

/** The person does something with an application. */
export async function doAct(
  world: World,
  one: Seen,
  name: ActName,
  about: { process: number; interrupted?: Plan['interrupted'] },
): Promise<void> {
  const session = await world.session();
  if (ends.includes(name)) one.isUnwanted = true;
  await world.begin({ name, processId: one.id, ...about }, async (context: ServerContext) => {
    const at = world.now().getTime();
    const page = await acts[name](context, session, one.id);
    if (name === 'pay' && typeof page === 'string') openPage(world.partners(), page);
    if (name === 'change') one.changedAt = at;
  });
}

/** Does the next thing of most courses: what is due is done, who is asked to pay decides, and the person goes on. */
async function goOn(scene: Scene, process: number): Promise<void> {
  const { world, tape, sight, tell } = scene;
  const [job] = await dueJobs(world.db);
  if (job) {
    tell(`process ${process} works: ${job.name}`);
    return start(scene, (interrupted) => world.work(process, job, interrupted));
  }
  const { payments } = world.partners();
  const index = payments.findIndex(({ state, isKnown }) => state === 'pending' && isKnown);
  if (index >= 0 && tape.choose(4) < 3) return decide(scene, index);
  const left = sight.seen.filter(({ status }) => status !== null && status !== 'SUBMITTED');
  const [sending] = await world.db.selectFrom('process').select('id').where(isRunning).execute();
  if (sending && tape.choose(3) === 2)
    return repair(
      scene,
      process,
      sight.seen.find(({ id }) => id === sending.id),
    );
  const one = left[tape.choose(Math.max(1, left.length))];
  const ms = await untilNextJob(world.db, ['submission', 'mail', 'payment-check']);
  if (one && (ms === null || tape.choose(3) < 2)) {
    const name = one.status === 'COMPLETED' && one.feeCents === 0 ? 'send' : natural[one.status!][0]!;
    tell(`the person: ${name} of application ${sight.seen.indexOf(one) + 1}, at process ${process}`);
    return start(scene, (interrupted) => doAct(world, one, name, { process, interrupted }));
  }
  if (ms === null) return;
  tell(`${Math.max(1, Math.ceil(ms / 1000))} s pass`);
  await world.pass(Math.max(1000, Math.ceil(ms)));
}

/** An operator does something with a delivery. */
async function repair(scene: Scene, process: number, one: Seen | undefined): Promise<void> {
  const { world, tape, sight, tell } = scene;
  if (!one) return;
  const name = repairNames[tape.choose(repairNames.length)]!;
  tell(`an operator: ${name} of application ${sight.seen.indexOf(one) + 1}`);
  const about = { name, process, processId: one.id };
  await start(scene, (interrupted) =>
    world.begin({ ...about, interrupted }, (context) => repairs[name](context, one.id)),
  );
}

function decide({ world, tape, tell }: Scene, index: number): void {
  const state = decisions[tape.choose(decisions.length)]!;
  tell(`payment ${index + 1}: ${state}`);
  decidePayment(world.partners(), index, state, world.now());
}

/** One thing happens. */
async function happen(scene: Scene): Promise<void> {
  const { world, tape, sight, tell } = scene;
  const { seen } = sight;
  const process = tape.choose(2);
  const { isFrozen } = world.processes()[process]!;
  const kind = tape.choose(26);
  if (kind < 13) {
    // Who is frozen does nothing of this.
    if (isFrozen) return;
    if (kind < 7) return goOn(scene, process);
    if (kind < 11) {
      const one = seen[tape.choose(seen.length)];
      if (!one) return;
      const name = chosenAct(one, tape);
      tell(`the person: ${name} of application ${seen.indexOf(one) + 1}, at process ${process}`);
      return start(scene, (interrupted) => doAct(world, one, name, { process, interrupted }));
    }
    if (kind < 12) return seen.length < APPLICATIONS ? begin(scene) : undefined;
    tell(`process ${process} does the work of a minute`);
    return start(scene, (interrupted) => world.tend(process, interrupted));
  }
  if (kind < 15) {
    if (isFrozen) return;
    const jobs = await dueJobs(world.db);
    const job = jobs[tape.choose(Math.max(1, jobs.length))];
    if (!job) return;
    tell(`process ${process} works: ${job.name}`);
    return start(scene, (interrupted) => world.work(process, job, interrupted));
  }
  if (kind < 17) {
    const { length } = world.partners().payments;
    return length > 0 ? decide(scene, tape.choose(length)) : undefined;
  }
  if (kind < 19) {
    const ms = times[tape.choose(times.length)]!;
    tell(`${ms / 1000} s pass`);
    return world.pass(ms);
  }
  if (kind < 22) {
    const waiting = world.waiting().filter((task) => !world.processes()[task.process]!.isFrozen);
    const task = waiting[tape.choose(Math.max(1, waiting.length))];
    if (!task) return;
    tell(`process ${task.process} goes on: ${task.name}`);
    await world.goOn(task, 'done');
    return answer(scene, task);
  }
  if (kind < 23) return repair(scene, process, seen[tape.choose(seen.length)]);
  if (kind < 24) {
    tell(changeMood(tape, scene.moods));
    return;
  }
  befall(scene, process);
}

/** Something befalls a process. */
function befall({ world, tape, tell }: Scene, process: number): void {
  const how = tape.choose(4);
  const own = world.processes()[process]!;
  if (how === 0) own.isFrozen = !own.isFrozen;
  if (how === 1) world.die(process);
  if (how === 2) own.skewMs = skews[tape.choose(skews.length)]!;
  if (how === 3) own.lacksForms = !own.lacksForms;
  const what = ['stands still, or goes on', 'dies', 'has another clock', 'has lost the forms, or found them'];
  tell(`process ${process} ${what[how]}`);
}
