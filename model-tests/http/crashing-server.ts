import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/server.ts';
import type { Crash } from './portal.ts';

/** The server with an order to end as in a power cut, at the ordered point. */
let crash: Crash['crash'] = {};
const die = () => process.kill(process.pid, 'SIGKILL');

const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const called =
    input instanceof Request ? `${input.method} ${input.url}` : `${init?.method ?? 'GET'} ${input}`;
  if (crash.at && called.match(crash.at)) die();
  return answer;
};

const service = await startServer(readConfig(process.env), {
  onCheckpoint: (processId, step) => {
    appendFileSync(path.join(process.env.DATA_DIR ?? '', 'checkpoints.txt'), `${processId} ${step}\n`);
    if (step === crash.after) die();
  },
});
process.on('message', (message: Crash) => {
  crash = message.crash;
  process.send?.({ type: 'done' });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });
