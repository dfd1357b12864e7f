import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { type Method, type Outcome, type PaymentRequest, type Transaction, transaction } from './schema.ts';

/** All transactions of the stand-in, stored in `payments.json` of its state folder. */
export type Ledger = {
  find(transactionId: string): Promise<Transaction | null>;
  findByRequest(originatorId: string, requestId: string): Promise<Transaction | null>;
  /** The newest transaction, for tests and experiments. */
  newest(): Promise<Transaction | null>;
  /** Opens a transaction, or returns the one with the same requestId. */
  open(originatorId: string, endPointId: string, request: PaymentRequest): Promise<Transaction>;
  /** Settles an open transaction, or a failed or cancelled one as PAYED (a late success); otherwise leaves it. */
  settle(transactionId: string, outcome: Outcome, method: Method | null): Promise<Transaction | null>;
};

const DETAILS: Record<Outcome, string> = {
  PAYED: 'The payment was made.',
  FAILED: 'The payment failed.',
  CANCELED: 'The payer cancelled the payment.',
};

/** Opens the ledger. INITIAL transactions become FAILED `sessionMinutes` after their creation. */
export async function openLedger(stateDir: string, sessionMinutes: number): Promise<Ledger> {
  const file = stateFile(join(stateDir, 'payments.json'), z.array(transaction), []);
  const all = new Map((await file.read()).map((known) => [known.transactionId, known]));

  async function keep(changed: Transaction): Promise<Transaction> {
    all.set(changed.transactionId, changed);
    await file.write([...all.values()]);
    return changed;
  }

  /** The transaction as of now: the session may have expired since it was last read. */
  async function current(known: Transaction | undefined): Promise<Transaction | null> {
    if (!known) return null;
    const end = Date.parse(known.createdAt) + sessionMinutes * 60_000;
    if (known.status !== 'INITIAL' || Date.now() < end) return known;
    return keep({
      ...known,
      status: 'FAILED',
      statusDetail: 'The payment page was left open too long.',
      changedAt: new Date(end).toISOString(),
    });
  }

  function byRequest(originatorId: string, requestId: string): Transaction | undefined {
    return [...all.values()].find(
      (known) => known.originatorId === originatorId && known.request.requestId === requestId,
    );
  }

  return {
    find: (transactionId) => current(all.get(transactionId)),
    findByRequest: (originatorId, requestId) => current(byRequest(originatorId, requestId)),
    newest: () => current([...all.values()].at(-1)),
    async open(originatorId, endPointId, request) {
      // Looked up and stored without a pause in between: of two simultaneous requests, one opens it.
      const known = byRequest(originatorId, request.requestId);
      if (known) return known;
      const now = new Date().toISOString();
      return keep({
        transactionId: randomUUID(),
        originatorId,
        endPointId,
        reference: `93${String(randomInt(10 ** 10)).padStart(10, '0')}`,
        createdAt: now,
        changedAt: now,
        status: 'INITIAL',
        statusDetail: 'The payment page has been opened.',
        method: null,
        request,
      });
    },
    async settle(transactionId, outcome, method) {
      const known = await current(all.get(transactionId));
      if (!known) return null;
      const isLate = outcome === 'PAYED' && (known.status === 'FAILED' || known.status === 'CANCELED');
      if (known.status !== 'INITIAL' && !isLate) return known;
      return keep({
        ...known,
        status: outcome,
        statusDetail: DETAILS[outcome],
        method: outcome === 'PAYED' ? (method ?? 'OTHER') : null,
        changedAt: new Date().toISOString(),
      });
    },
  };
}
