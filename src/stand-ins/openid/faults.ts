import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';

export const command = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('fault'),
    /**
     * unavailable: answers 503. drop: closes the connection. nonsense: answers with a page that is none of the protocol.
     * slow: waits `delayMs` before doing anything.
     */
    kind: z.enum(['unavailable', 'drop', 'nonsense', 'slow']),
    /** How many requests of the portal are hit; 0 ends the fault. */
    requests: z.int().min(0).max(100_000),
    delayMs: z.int().min(0).max(600_000).default(0),
  }),
  /** Signs with a new key from now on, and withdraws the old one. */
  z.object({ action: z.literal('rotate') }),
]);
type Fault = Extract<z.infer<typeof command>, { action: 'fault' }>;

/** Lets what the portal itself asks fail in the ways of a real provider; people's own pages still work. */
export function createFaults() {
  let present: Fault | null = null;
  return {
    set(next: Fault): void {
      present = next;
    },
    /** Whether the request was answered by a fault. */
    async strike(response: ServerResponse): Promise<boolean> {
      if (!present || present.requests === 0) return false;
      const { kind, delayMs } = present;
      present = { ...present, requests: present.requests - 1 };
      switch (kind) {
        case 'slow':
          await sleep(delayMs);
          return false;
        case 'drop':
          response.socket?.destroy();
          return true;
        case 'unavailable':
          response.writeHead(503, { 'retry-after': '1' }).end();
          return true;
        case 'nonsense':
          response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Please log in to the network</p>');
          return true;
        default:
          return kind satisfies never;
      }
    },
  };
}
