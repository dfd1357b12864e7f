import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Ledger } from './ledger.ts';
import { outcome, transaction } from './schema.ts';

export const paymentCommand = z.object({
  action: z.literal('settle'),
  /** The newest transaction when omitted. */
  transactionId: z.string().optional(),
  outcome,
  method: transaction.shape.method.default(null),
  /** 0 settles before the answer to the command. Later settlements are lost if the stand-in stops first. */
  delayMs: z.int().min(0).max(3_600_000).default(0),
});
export type PaymentCommand = z.input<typeof paymentCommand>;

export type PaymentControl = {
  run(command: PaymentCommand): Promise<{ transactionId: string | null }>;
  close(): void;
};

/** Commands of tests and experiments to the stand-in, outside of the protocol. */
export function createControl(ledger: Ledger): PaymentControl {
  const timers = new Set<NodeJS.Timeout>();
  return {
    async run(input) {
      const command = paymentCommand.parse(input);
      const { outcome, method, delayMs } = command;
      const target = command.transactionId ? await ledger.find(command.transactionId) : await ledger.newest();
      if (!target) return { transactionId: null };
      const { transactionId } = target;
      if (delayMs === 0) {
        await ledger.settle(transactionId, outcome, method);
      } else {
        const timer = setTimeout(() => {
          timers.delete(timer);
          void ledger.settle(transactionId, outcome, method);
        }, delayMs);
        timers.add(timer);
      }
      return { transactionId };
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/**
 * POST /control with a PaymentCommand as JSON. Pages of other sites cannot send it: across sites, browsers send JSON
 * only after a permission that is never given.
 */
export function registerControl(app: FastifyInstance, control: PaymentControl): void {
  app.post('/control', async (request, reply) => {
    const command = paymentCommand.safeParse(request.body);
    if (!command.success) return reply.code(400).send({ error: z.prettifyError(command.error) });
    const answer = await control.run(command.data);
    return reply.code(answer.transactionId === null ? 404 : 200).send(answer);
  });
}
