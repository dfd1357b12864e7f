import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/server.ts';

/**
 * The server, but it ends as in a power cut: right after the checkpoint CRASH_AFTER, or while a partner's answer to
 * CRASH_AT (a pattern of method and address) is still in transit.
 */
const { CRASH_AFTER, CRASH_AT, DATA_DIR = '' } = process.env;
const die = () => process.kill(process.pid, 'SIGKILL');

if (CRASH_AT) {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const called =
      input instanceof Request ? `${input.method} ${input.url}` : `${init?.method ?? 'GET'} ${input}`;
    if (called.match(CRASH_AT)) die();
    return answer;
  };
}

const service = await startServer(readConfig(process.env), {
  onCheckpoint: (processId, step) => {
    appendFileSync(path.join(DATA_DIR, 'checkpoints.txt'), `${processId} ${step}\n`);
    if (step === CRASH_AFTER) die();
  },
});
process.send?.({ type: 'listening', address: service.address });
