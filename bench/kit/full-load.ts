import { Agent, get, type IncomingMessage } from 'node:http';

/**
 * Requests one address after the other over this many open connections, each as soon as the previous one is answered,
 * until the addresses or the time are used up. Returns how many were answered and in what time.
 * @throws when an answer is not a success
 */
export async function fullLoad(
  addresses: Iterator<string>,
  { connections, mostMs }: { connections: number; mostMs: number },
): Promise<{ answered: number; ms: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  let answered = 0;
  const ask = async () => {
    while (performance.now() - began < mostMs) {
      const next = addresses.next();
      if (next.done) return;
      await read(next.value, agent);
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, ask));
    return { answered, ms: performance.now() - began };
  } finally {
    agent.destroy();
  }
}

async function read(address: string, agent: Agent): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent, headers: { 'accept-encoding': 'br', cookie: 'XSRF-TOKEN=x' } }, resolve).once(
      'error',
      reject,
    );
  });
  for await (const _ of response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${address}`);
}
