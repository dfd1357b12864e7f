import { appendFileSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import type { WorkerGlobalState } from 'vitest';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { outcome } from './outcome.ts';
import type { Plan, Said, Trial } from './plan.ts';
import { mutantSwitch } from './switch.ts';

/**
 * A process of vitest that runs test files again and again, each time with another active mutant. Modules are evaluated
 * each time for what takes effect while they are loaded, as most mutants of a machine do, and after a failure; a mutant
 * that only calls reach is tried in the modules that are there, and a failure there is tried again in new ones.
 */
const send = process.send!.bind(process);
const on = process.on.bind(process);
const off = process.off.bind(process);
Object.assign(globalThis, { mutants: { outcome, mutantSwitch } });
const say = (said: Said) => appendFileSync(process.env.MUTANTS_SAID!, `${JSON.stringify(said)}\n`);

type Traces = Parameters<typeof runBaseTests>[2];

init({
  post: (message) => void send(message),
  on: (heard) => on('message', heard),
  off: (heard) => off('message', heard),
  setup: setupEnvironment,
  runTests: work,
  collectTests: () => undefined,
});

async function work(state: WorkerGlobalState, traces: Traces): Promise<void> {
  const plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN!, 'utf8')) as Plan;
  const alone = withoutReports(state);
  if (plan.kind === 'reach') {
    for (const file of plan.files) await findReached(file, alone, traces);
  } else {
    for (const mutant of plan.mutants) await tryMutant(mutant, alone, traces);
  }
}

async function findReached(file: string, state: WorkerGlobalState, traces: Traces): Promise<void> {
  say({ said: 'begins', index: 0, file, budgetMs: 120_000 });
  mutantSwitch.active = 0;
  const started = performance.now();
  await run({ file, tests: null, budgetMs: 60_000 }, state, traces);
  const tests = Object.fromEntries([...outcome.reached].map(([id, reached]) => [id, [...reached]]));
  const ms = Math.round(performance.now() - started);
  say({ said: 'reached', file, ms, failed: outcome.failed, always: [...outcome.always], tests });
}

/** The last test file that killed a mutant of a source file: it is likely to kill the next one. */
const lastKillers = new Map<string, string>();

/** True after a failure, which may have left anything in the modules. */
let isSpoiled = true;

async function tryMutant(
  { index, source, trials }: Extract<Plan, { kind: 'try' }>['mutants'][number],
  state: WorkerGlobalState,
  traces: Traces,
): Promise<void> {
  const first = lastKillers.get(source);
  const ordered = trials.toSorted((a, b) => Number(b.file === first) - Number(a.file === first));
  for (const trial of ordered) {
    say({ said: 'begins', index, file: trial.file, budgetMs: trial.budgetMs });
    mutantSwitch.active = index;
    const inPresentModules = trial.tests !== null && !isSpoiled;
    await run(trial, state, traces, inPresentModules);
    isSpoiled = outcome.failed.length > 0;
    if (isSpoiled && inPresentModules) await run(trial, state, traces);
    const [test] = outcome.failed;
    if (test === undefined) continue;
    lastKillers.set(source, trial.file);
    say({ said: 'killed', index, file: trial.file, test });
    return;
  }
  say({ said: 'survived', index });
}

async function run(
  { file, tests, budgetMs }: Trial,
  state: WorkerGlobalState,
  traces: Traces,
  inPresentModules = false,
) {
  outcome.begin();
  state.config.isolate = !inPresentModules;
  state.config.testTimeout = budgetMs;
  state.config.hookTimeout = budgetMs;
  state.ctx.files = [{ filepath: file, fileTags: [], ...(tests && { testIds: tests }) }] as never;
  try {
    await runBaseTests('run', state, traces);
  } catch (error) {
    outcome.failed.push(inspect(error));
  }
}

/** The state of the worker, without telling the main process what each run has shown. */
function withoutReports(state: WorkerGlobalState): WorkerGlobalState {
  const rpc = new Proxy(state.rpc, {
    get(target, name) {
      if (name === 'onUnhandledError') return (error: unknown) => outcome.failed.push(inspect(error));
      if (SILENT.has(String(name))) return Object.assign(async () => undefined, { asEvent: () => undefined });
      return Reflect.get(target, name);
    },
  });
  return Object.assign(state, { rpc });
}

const SILENT = new Set([
  'onQueued',
  'onCollected',
  'onTaskUpdate',
  'onTaskArtifactRecord',
  'onAfterSuiteRun',
  'onUserConsoleLog',
  'onCancel',
  'onTestModuleDependencies',
  'snapshotSaved',
]);
