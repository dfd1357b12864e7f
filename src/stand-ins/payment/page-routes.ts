import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Html } from '#server/html/html.ts';
import { registerFormBody, sendPage } from '#stand-ins/kit/page.ts';
import type { Ledger } from './ledger.ts';
import { CHOICES, type Choice, openPage, settledPage, unknownPage } from './pages.ts';
import type { Method, Outcome, Transaction } from './schema.ts';

const ROLE = 'Bezahldienst der Verwaltung (XBezahldienste) / Payment service';
const form = z.object({ choice: z.enum(CHOICES) });

const OUTCOMES: Record<Exclude<Choice, 'return'>, { outcome: Outcome; method: Method | null }> = {
  card: { outcome: 'PAYED', method: 'CREDITCARD' },
  payWithoutReturn: { outcome: 'PAYED', method: 'CREDITCARD' },
  paypal: { outcome: 'PAYED', method: 'PAYPAL' },
  fail: { outcome: 'FAILED', method: null },
  failHere: { outcome: 'FAILED', method: null },
  cancel: { outcome: 'CANCELED', method: null },
};
const STAYS: readonly Choice[] = ['failHere', 'payWithoutReturn'];

/** The page that the payer sees, under the transaction's transactionRedirectUrl. */
export async function registerPages(
  app: FastifyInstance,
  options: { ledger: Ledger; payees: Record<string, string> },
): Promise<void> {
  const { ledger, payees } = options;
  registerFormBody(app);

  function show(reply: FastifyReply, transaction: Transaction): FastifyReply {
    const payee = payees[transaction.endPointId] ?? transaction.endPointId;
    const isOpen = transaction.status === 'INITIAL';
    const body = isOpen ? openPage(transaction, payee) : settledPage(transaction, payee);
    // The form's answer redirects to the portal, and browsers apply form-action to a form's redirects as well.
    const formTargets = [new URL(transaction.request.redirectUrl).origin];
    return sendPage(reply, { title: 'Bezahlen', role: ROLE, body, formTargets });
  }

  function refuse(reply: FastifyReply, status: number, body: Html): FastifyReply {
    return sendPage(reply.code(status), { title: 'Bezahlen', role: ROLE, body });
  }

  app.get<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const transaction = await ledger.find(request.params.id);
    return transaction ? show(reply, transaction) : refuse(reply, 404, unknownPage());
  });

  app.post<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const chosen = form.safeParse(request.body).data?.choice;
    if (!chosen) return refuse(reply, 400, unknownPage());
    const { id } = request.params;
    const transaction =
      chosen === 'return'
        ? await ledger.find(id)
        : await ledger.settle(id, OUTCOMES[chosen].outcome, OUTCOMES[chosen].method);
    if (!transaction) return refuse(reply, 404, unknownPage());
    if (STAYS.includes(chosen)) return reply.redirect(`/pay/${id}`, 303);
    return reply.redirect(returnAddress(transaction), 303);
  });
}

/** The portal's address with a hint at the outcome; the portal asks for the true one itself. */
function returnAddress({ request, status }: Transaction): string {
  const address = new URL(request.redirectUrl);
  address.searchParams.set('result', status);
  return address.href;
}
