import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Clerk } from './clerk.ts';
import { controlAnswers } from './control-answers.ts';
import type { Destination } from './destinations.ts';
import { readMetadata } from './examine.ts';
import type { Inbox } from './inbox.ts';
import { changeEncryptionKey, type Keys } from './keys.ts';
import { noOrders, type Orders, ordersSchema } from './orders.ts';
import { openMessage } from './postbox.ts';
import type { SubmissionRecord } from './records.ts';
import type { SubmissionStore } from './store.ts';

/** A destination's state, and the formats that it takes for all of its services, from now on. */
const destinationSchema = z.object({
  status: z.enum(['active', 'inactive']).optional(),
  submissionSchemas: z.array(z.object({ schemaUri: z.string(), mimeType: z.string() })).optional(),
});
const verdictSchema = z.object({ verdict: z.enum(['accept', 'reject']) });

type ById = { Params: { id: string } };

/** Lets tests order the clerk, decide, and read received submissions. Not part of FIT-Connect. */
export function registerControl(
  app: FastifyInstance,
  {
    store,
    inbox,
    clerk,
    keys,
    stateDir,
    orders,
    destinations,
    postboxDestinationId,
  }: {
    store: SubmissionStore;
    inbox: Inbox;
    clerk: Clerk;
    keys: Keys;
    stateDir: string;
    orders: Orders;
    destinations: Map<string, Destination>;
    postboxDestinationId: string;
  },
): void {
  const toPostbox = ({ destinationId }: SubmissionRecord) => destinationId === postboxDestinationId;

  app.put('/control/orders', async (request) =>
    Object.assign(orders, noOrders(), ordersSchema.partial().parse(request.body)),
  );

  app.put<ById>('/control/destinations/:id', async (request, reply) => {
    const destination = destinations.get(request.params.id);
    if (!destination) return reply.code(404).send();
    const { status = destination.status, submissionSchemas } = destinationSchema.parse(request.body);
    destination.status = status;
    if (submissionSchemas) {
      destination.services = destination.services.map((one) => ({ ...one, submissionSchemas }));
    }
    return destination;
  });

  app.post('/control/encryption-key', async (_request, reply) => {
    await changeEncryptionKey(keys, stateDir);
    return reply.code(204).send();
  });

  app.get('/control/submissions', async () =>
    z.array(controlAnswers.summary).parse(store.all().filter((record) => !toPostbox(record))),
  );

  app.get<ById>('/control/submissions/:id', async (request, reply) => {
    const record = store.get(request.params.id);
    if (!record) return reply.code(404).send();
    const data = await inbox.openJson(record, 'data').catch(() => null);
    return controlAnswers.content.parse({ ...record, metadata: await readMetadata(inbox, record), data });
  });

  app.post<ById>('/control/submissions/:id/decision', async (request) => ({
    decided: await clerk.decide(request.params.id, verdictSchema.parse(request.body).verdict),
  }));

  app.post('/control/expiry', async (_request, reply) => {
    await clerk.expireIncomplete(true);
    return reply.code(204).send();
  });

  app.get('/control/postbox', async () => {
    const arrived = store.all().filter((record) => toPostbox(record) && record.submittedAt !== null);
    const messages = await Promise.all(
      arrived.map(async (record) => ({
        submissionId: record.submissionId,
        state: record.state,
        receivedAt: record.submittedAt,
        received: record.received,
        message: await openMessage(inbox, record).catch(() => null),
      })),
    );
    return z.array(controlAnswers.message).parse(messages);
  });
}
