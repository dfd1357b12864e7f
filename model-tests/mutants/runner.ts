import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';

/** The worker's, which is the same object: the runner is loaded by vitest, as the tests are. */
type Outcome = typeof import('./outcome.ts').outcome;
type Switch = typeof import('./switch.ts').mutantSwitch;
const { outcome, mutantSwitch } = (
  globalThis as unknown as { mutants: { outcome: Outcome; mutantSwitch: Switch } }
).mutants;

/** Notes what each test reaches, and ends the run of a file with the first failure. */
export default class MutantRunner extends TestRunner {
  override onBeforeTryTask(test: RunnerTestCase, options: Parameters<TestRunner['onBeforeTryTask']>[1]) {
    super.onBeforeTryTask(test, options);
    mutantSwitch.takeReached(outcome.always);
  }

  override onAfterRunTask(test: RunnerTask) {
    super.onAfterRunTask(test);
    const reached = outcome.reached.get(test.id) ?? new Set();
    outcome.reached.set(test.id, reached);
    mutantSwitch.takeReached(reached);
    if (test.result?.state === 'fail') this.fail(`${test.name}: ${test.result.errors?.[0]?.message ?? ''}`);
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    const [file] = files;
    if (file?.result?.state === 'fail' && outcome.failed.length === 0) {
      this.fail(`not loaded: ${file.result.errors?.[0]?.message ?? ''}`);
    }
    mutantSwitch.takeReached(outcome.always);
    super.onAfterRunFiles(files);
  }

  private fail(name: string) {
    outcome.failed.push(name);
    if (mutantSwitch.active !== 0) this.cancel('test-failure');
  }
}
