import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

export const command = z.object({
  /**
   * Mistakes in answers to the portal (`requests` of them): wrongSignature, oldAnswer and otherAudience sign wrongly;
   * outdated does not speak the protocol (`how`: error, or answer with protocol 2). In `open`: tokenTwice. In `state`:
   * wrongProcess; dataFails (`how`: shape, large, deep, stale). In `file`: faultyFile. In frames: otherOrigin (`how`:
   * redirect, or nested), doubleComplete, flood, navigatesAway, silent. In answers to frames: cannotSave. lostSession
   * ends the cases of `processId`, or all, immediately.
   */
  kind: z.enum([
    'wrongSignature',
    'oldAnswer',
    'otherAudience',
    'outdated',
    'tokenTwice',
    'wrongProcess',
    'dataFails',
    'faultyFile',
    'otherOrigin',
    'doubleComplete',
    'flood',
    'navigatesAway',
    'silent',
    'cannotSave',
    'lostSession',
  ]),
  /** Number of requests that are hit; 0 ends the mistake. */
  requests: z.int().min(0).max(100_000).default(1),
  how: z.enum(['error', 'answer', 'shape', 'large', 'deep', 'stale', 'redirect', 'nested']).optional(),
  processId: z.uuid().optional(),
});
export type FormsCommand = z.input<typeof command>;
type Command = z.output<typeof command>;
export type MistakeKind = Command['kind'];

/** Mistakes of this protocol; those that any partner can make are in the kit. */
export type Mistakes = {
  set(next: Command): void;
  /** Takes a mistake of this kind, if one is left, for the caller to make. */
  take(kind: MistakeKind): Command | null;
};

export function createMistakes(): Mistakes {
  const present = new Map<MistakeKind, Command>();
  return {
    set: (next) => void present.set(next.kind, next),
    take(kind) {
      const mistake = present.get(kind);
      if (!mistake || mistake.requests === 0) return null;
      present.set(kind, { ...mistake, requests: mistake.requests - 1 });
      return mistake;
    },
  };
}

/** POST /control with a FormsCommand as JSON, which no page of another site can send. */
export function registerControl(app: FastifyInstance, control: (input: FormsCommand) => void): void {
  app.post('/control', async (request, reply) => {
    const parsed = command.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    control(parsed.data);
    return { done: true };
  });
}
