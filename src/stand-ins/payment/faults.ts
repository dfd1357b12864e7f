import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

export const fault = z.object({
  /**
   * unavailable: answers 503. drop: closes the connection without doing anything. dropAnswer: does the work and
   * closes the connection instead of answering. slow: waits `delayMs` before doing anything.
   */
  kind: z.enum(['unavailable', 'drop', 'dropAnswer', 'slow']),
  /** How many requests are hit; 0 ends the fault. */
  requests: z.int().min(0).max(100_000),
  delayMs: z.int().min(0).max(600_000).default(0),
});
export type Fault = z.infer<typeof fault>;

export type Faults = { set(fault: Fault): void; register(api: FastifyInstance): void };

/** Lets the requests of an API fail in the ways a real partner does. */
export function createFaults(): Faults {
  let present: Fault | null = null;
  const hit = new WeakMap<FastifyRequest, Fault>();

  function take(): Fault | null {
    if (!present || present.requests === 0) return null;
    const taken = present;
    present = { ...present, requests: present.requests - 1 };
    return taken;
  }

  function hangUp(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    request.raw.socket.destroy();
  }

  return {
    set(next) {
      present = next;
    },
    register(api) {
      api.addHook('onRequest', async (request, reply) => {
        const taken = take();
        if (!taken) return;
        hit.set(request, taken);
        if (taken.kind === 'slow') await sleep(taken.delayMs);
        if (taken.kind === 'drop') hangUp(request, reply);
        if (taken.kind === 'unavailable') return reply.code(503).header('Retry-After', '1').send();
      });
      api.addHook('onSend', async (request, reply) => {
        if (hit.get(request)?.kind === 'dropAnswer') hangUp(request, reply);
      });
    },
  };
}
