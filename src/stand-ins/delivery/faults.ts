import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { sendProblem } from './problems.ts';

export const calls = [
  'token',
  'destination',
  'key',
  'jwks',
  'announce',
  'attachment',
  'finalize',
  'events',
] as const;
export type Call = (typeof calls)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The protocol call that a route answers; faults strike these only. */
    deliveryCall?: Call;
  }
}

export const faultsSchema = z.object({
  /** This many of the next calls are answered 503. */
  downFor: z.number().int().nonnegative(),
  /** Once such a call has been answered, all are answered 503 until something else is ordered. */
  downAfter: z.enum(calls).nullable(),
  /** The next finalization is answered 500 without doing anything. */
  failNextFinalization: z.boolean(),
  /** The next such call is processed, then the connection is cut instead of answering. */
  dropAfter: z.enum(calls).nullable(),
  /** The clerk rejects the next submission that is due. */
  rejectNext: z.boolean(),
  /** The clerk accepts the next submission that is due, but with authentication tags of something else. */
  wrongTagsNext: z.boolean(),
  /** The clerk decides nothing automatically. */
  hold: z.boolean(),
});

export type Faults = z.infer<typeof faultsSchema>;

export function noFaults(): Faults {
  return {
    downFor: 0,
    downAfter: null,
    failNextFinalization: false,
    dropAfter: null,
    rejectNext: false,
    wrongTagsNext: false,
    hold: false,
  };
}

/** Makes the ordered faults happen on the routes that answer a protocol call. */
export function registerFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request, reply) => {
    const call = request.routeOptions.config.deliveryCall;
    if (!call) return;
    if (faults.downFor > 0) {
      faults.downFor -= 1;
      return sendProblem(reply, 503, 'unavailable', 'out of service by order');
    }
    if (call === 'finalize' && faults.failNextFinalization) {
      faults.failNextFinalization = false;
      return sendProblem(reply, 500, 'internal-error', 'failed by order');
    }
  });
  app.addHook('onSend', async (request) => {
    const call = request.routeOptions.config.deliveryCall;
    if (call !== undefined && faults.downAfter === call) {
      faults.downAfter = null;
      faults.downFor = Number.MAX_SAFE_INTEGER;
    }
    if (call === undefined || faults.dropAfter !== call) return;
    faults.dropAfter = null;
    request.raw.socket.destroy();
  });
}
