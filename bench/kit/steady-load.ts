import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Requests one address after the other at a fixed rate, whether answers arrive or not, until `isOver`. Returns how
 * long each took in ms, from the moment at which it was due.
 * @throws when an answer is not a success, or when so many are due that the server plainly cannot keep up
 */
export async function steadyLoad(
  addresses: readonly string[],
  perSecond: number,
  isOver: (elapsedMs: number) => boolean,
): Promise<number[]> {
  const durations: number[] = [];
  const running: Promise<void>[] = [];
  let failure: unknown = null;
  const began = performance.now();
  for (let number = 0; !failure && !isOver(performance.now() - began); number++) {
    const due = began + (number * 1000) / perSecond;
    // Pauses even if it is late, so that answers can arrive.
    do await new Promise((resolve) => setTimeout(resolve, 1));
    while (performance.now() < due);
    const read = readAll(addresses[number % addresses.length] ?? '').then(
      () => {
        durations.push(performance.now() - due);
      },
      (error) => {
        failure ??= error;
      },
    );
    running.push(read);
    if (number - durations.length > MAX_DUE) failure ??= new Error(`${MAX_DUE} answers are due`);
  }
  await Promise.all(running);
  if (failure) throw failure;
  return durations;
}

const MAX_DUE = 4000;

/** As many connections as browsers and a reverse proxy would keep open. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function readAll(address: string): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent }, resolve).once('error', reject);
  });
  await text(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${address}`);
}
