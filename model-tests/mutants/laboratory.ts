import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfigFromFile } from 'vite';
import { createVitest, ForksPoolWorker, type PoolOptions, type Vitest } from 'vitest/node';
import type { Catalogue } from './catalogue.ts';
import type { Environment } from './environment.ts';
import type { Plan, Said } from './plan.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs plans in a process of vitest's in which every file has its mutants. */
export class Laboratory {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  readonly #said = path.join(this.#folder, 'said');
  readonly #plan = path.join(this.#folder, 'plan');
  readonly #code = path.join(this.#folder, 'code');
  #vitest: Vitest | null = null;
  #worker: MutantWorker | null = null;
  readonly #catalogue: Catalogue;
  readonly #environment: Environment;

  constructor(catalogue: Catalogue, environment: Environment) {
    this.#catalogue = catalogue;
    this.#environment = environment;
    for (const [file, code] of catalogue.code) {
      const instrumented = path.join(this.#code, file);
      mkdirSync(path.dirname(instrumented), { recursive: true });
      writeFileSync(instrumented, code);
    }
  }

  async #start(): Promise<Vitest> {
    const { code } = this.#catalogue;
    const instrumented = {
      name: 'mutants',
      enforce: 'pre' as const,
      transform: (_code: string, id: string) => code.get(path.relative(root, id.split('?')[0] ?? '')) ?? null,
    };
    const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, 'vite.config.ts', root);
    const { plugins = [], resolve } = loaded?.config ?? {};
    return createVitest(
      {
        config: false,
        root,
        watch: false,
        isolate: true,
        // Keyed by the sources, it would hand out code with the mutants of another day.
        fsModuleCache: false,
        maxWorkers: 1,
        reporters: [{}],
        silent: true,
        include: ['{machines,src,ui,bench,model-tests}/**/*.test.{ts,tsx}'],
        environment: this.#environment,
        setupFiles:
          this.#environment === 'jsdom'
            ? ['ui/screens/testing/fresh-window.ts', path.join(import.meta.dirname, 'fresh-document.ts')]
            : [],
        runner: path.join(import.meta.dirname, 'runner.ts'),
        pool: {
          name: 'mutants',
          createPoolWorker: (options: PoolOptions) => {
            const files = { MUTANTS_PLAN: this.#plan, MUTANTS_SAID: this.#said, MUTANTS_CODE: this.#code };
            const env = { ...options.env, ...files };
            const execArgv = [
              ...options.execArgv,
              '--liftoff-only',
              '--import',
              path.join(import.meta.dirname, 'hook.ts'),
            ];
            this.#worker = new MutantWorker({ ...options, env, execArgv });
            return this.#worker;
          },
        },
      },
      { plugins: [instrumented, ...plugins], ...(resolve && { resolve }) },
    );
  }

  /** Carries out the plan, and passes on each message of the worker. */
  async run(plan: Plan, hear: (said: Said) => void): Promise<void> {
    this.#vitest ??= await this.#start();
    writeFileSync(this.#plan, JSON.stringify(plan));
    writeFileSync(this.#said, '');
    const first = plan.kind === 'reach' ? plan.files[0] : plan.mutants[0]?.trials[0]?.file;
    if (first === undefined) return;
    let heard = 0;
    let deadline = Number.POSITIVE_INFINITY;
    const listen = () => {
      const lines = readFileSync(this.#said, 'utf8').split('\n').slice(0, -1);
      for (const line of lines.slice(heard)) {
        const said = JSON.parse(line) as Said;
        if (said.said === 'begins') deadline = Date.now() + 20_000 + 4 * said.budgetMs;
        hear(said);
      }
      heard = lines.length;
      // Only an endless loop keeps a test from running into its limit.
      if (Date.now() > deadline) this.#worker?.kill();
    };
    const listening = setInterval(listen, 200);
    const spec = this.#vitest.getRootProject().createSpecification(first);
    await this.#vitest.runTestSpecifications([spec]).catch(() => undefined);
    clearInterval(listening);
    listen();
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
  }
}

class MutantWorker extends ForksPoolWorker {
  override readonly name = 'mutants';
  override readonly entrypoint = path.join(import.meta.dirname, 'worker.ts');
  #own: ChildProcess | undefined;

  /** Ends its process, unless it has ended already. */
  kill(): void {
    this.#own ??= (this as unknown as { _fork?: ChildProcess })._fork;
    this.#own?.kill('SIGKILL');
  }
}
