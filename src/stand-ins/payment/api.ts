import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ledger } from './ledger.ts';
import { type Client, registerOauth } from './oauth.ts';
import { amountCents, itemsAddUp, paymentRequest, type Transaction } from './schema.ts';

export const API_PREFIX = '/api/xbezahldienste';

type Path = { originatorId: string; endPointId: string };
type TransactionPath = Path & { transactionId: string };
const ID = /^[\w-]{1,36}$/;

/** The XBezahldienste interface: transaction, status, health, and the token endpoint. */
export async function registerApi(
  app: FastifyInstance,
  options: { ledger: Ledger; client: Client; origin: () => string },
): Promise<void> {
  const { ledger, client, origin } = options;
  const tokens = registerOauth(app, client);

  app.register(
    async (api) => {
      api.addHook('preHandler', async (request, reply) => {
        if (!tokens.isValid(request.headers.authorization)) {
          return reply.code(401).header('WWW-Authenticate', 'Bearer error="invalid_token"').send();
        }
        const { originatorId, endPointId } = request.params as Path;
        if (!ID.test(originatorId) || !ID.test(endPointId)) {
          return problem(reply, 400, 'NO_VALID_ORIGINATOR_OR_ENDPOINT');
        }
      });

      api.post<{ Params: Path }>('/paymenttransaction/:originatorId/:endPointId', async (request, reply) => {
        const parsed = paymentRequest.safeParse(request.body);
        if (!parsed.success) {
          const issue = parsed.error.issues[0];
          return problem(reply, 400, 'VALIDATION_ERROR', `${issue?.path.join('.')}: ${issue?.message}`);
        }
        if (!itemsAddUp(parsed.data)) return problem(reply, 400, 'CALCULATION_ERROR');
        const { originatorId, endPointId } = request.params;
        const known = await ledger.findByRequest(originatorId, parsed.data.requestId);
        if (known && (known.status !== 'INITIAL' || !isSame(known, endPointId, parsed.data))) {
          return problem(reply, 409, 'PAYMENT_EXISTS', undefined, addressOf(origin(), known));
        }
        const transaction = known ?? (await ledger.open(originatorId, endPointId, parsed.data));
        return reply.code(known ? 200 : 201).send(answer(origin(), transaction));
      });

      api.get<{ Params: TransactionPath }>(
        '/paymenttransaction/:originatorId/:endPointId/:transactionId',
        async (request, reply) => {
          const { originatorId, endPointId, transactionId } = request.params;
          const known = await ledger.find(transactionId);
          if (known?.originatorId !== originatorId || known.endPointId !== endPointId) {
            return problem(reply, 404, 'UNSPECIFIED', 'There is no such transaction.');
          }
          return answer(origin(), known);
        },
      );

      api.get('/status/:originatorId/:endPointId', async () => ({ status: 'UP' }));
    },
    { prefix: API_PREFIX },
  );
}

function isSame(known: Transaction, endPointId: string, request: Transaction['request']): boolean {
  return known.endPointId === endPointId && amountCents(known.request) === amountCents(request);
}

function addressOf(origin: string, { originatorId, endPointId, transactionId }: Transaction): string {
  return `${origin}${API_PREFIX}/paymenttransaction/${originatorId}/${endPointId}/${transactionId}`;
}

function answer(origin: string, transaction: Transaction) {
  return {
    paymentRequest: transaction.request,
    paymentInformation: {
      transactionUrl: addressOf(origin, transaction),
      ...(transaction.status === 'INITIAL' && {
        transactionRedirectUrl: `${origin}/pay/${transaction.transactionId}`,
      }),
      transactionId: transaction.transactionId,
      transactionReference: transaction.reference,
      transactionTimestamp: transaction.changedAt,
      ...(transaction.method && { paymentMethod: transaction.method }),
      status: transaction.status,
      statusDetail: transaction.statusDetail,
    },
  };
}

function problem(reply: FastifyReply, status: number, code: string, detail?: string, instance?: string) {
  return reply
    .code(status)
    .type('application/problem+json')
    .send({
      type: `urn:xbezahldienste:problem:${code}`,
      title: code,
      status,
      detail,
      instance,
    });
}
