import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { processorTimeOf, residentMemory } from './server-process.ts';

/** Starts the bare server in its own process. */
export async function startBare() {
  const child = fork(path.resolve(import.meta.dirname, 'bare-server.ts'));
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    memory: () => residentMemory(child.pid ?? 0),
    /** Time that the server has kept a processor busy since its start, in ms. */
    processorTime: () => processorTimeOf(child.pid ?? 0),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
