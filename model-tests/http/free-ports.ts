import { createServer } from 'node:net';

/**
 * Below the ports that systems assign automatically (from 32768 on), where another connection could take a port
 * between checking and listening.
 */
const FIRST = 18_080;
const LAST = 32_000;

/** Each process begins at a different port, as others search at the same time. */
let next = (process.pid * 16) % (LAST - FIRST);

/** The first of this many consecutive ports that are free. */
export async function freePorts(count = 1): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const first = FIRST + next;
    next = (next + count) % (LAST - FIRST);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error('no free ports');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });
}
