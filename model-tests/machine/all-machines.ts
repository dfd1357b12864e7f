import { readdirSync } from 'node:fs';
import { type AnyStateMachine, StateMachine } from 'xstate';

const folder = new URL('../../machines/', import.meta.url);

/** Status machines: pure, stored by the server. All others are flows of the browser. */
export const statusMachines = ['process', 'submission', 'payment', 'sentApplication'] as const;

const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .sort();

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

/** Every machine, found by its file. */
export const allMachines = async (): Promise<{ file: string; machine: AnyStateMachine }[]> =>
  Promise.all(
    files().map(async (file) => {
      const module: Record<string, unknown> = await import(new URL(file, folder).href);
      const machine = Object.values(module).find(isMachine);
      if (!machine) throw new Error(`machines/${file} exports no machine`);
      return { file, machine };
    }),
  );
