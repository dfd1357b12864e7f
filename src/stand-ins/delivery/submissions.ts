import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import * as z from 'zod';
import type { Clerk } from './clerk.ts';
import type { Destination } from './destinations.ts';
import type { Keys } from './keys.ts';
import { sendProblem } from './problems.ts';
import { createReception, gone, type Refusal } from './reception.ts';
import { signEvent } from './signed-event.ts';
import type { SubmissionStore } from './store.ts';

const announcementSchema = z.object({
  destinationId: z.string(),
  announcedAttachments: z.array(z.uuidv4()),
  publicService: z.object({ identifier: z.string(), name: z.string().optional() }),
  /** Case of an earlier submission; without it a new case begins. */
  caseId: z.uuid().optional(),
});
const pageSchema = z.object({
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().positive().max(500).default(500),
});

type Submission = { Params: { submissionId: string; attachmentId: string } };

/** Submission API: announce, upload, send, read the events; every check that needs no private key. */
export function registerSubmissions(
  app: FastifyInstance,
  {
    store,
    keys,
    destinations,
    clerk,
    issuer,
    authorise,
  }: {
    store: SubmissionStore;
    keys: Keys;
    destinations: Map<string, Destination>;
    clerk: Clerk;
    issuer: string;
    authorise: onRequestAsyncHookHandler;
  },
): void {
  const base = '/submission-api/v2/submissions';
  const { service } = keys;
  const reception = createReception(store, keys, issuer);

  app.addContentTypeParser('application/jose', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });

  app.get('/submission-api/.well-known/jwks.json', { config: { deliveryCall: 'jwks' } }, async () => ({
    keys: [service.publicJwk],
  }));

  app.post(base, { config: { deliveryCall: 'announce' }, onRequest: authorise }, async (request, reply) => {
    const body = announcementSchema.safeParse(request.body);
    if (!body.success) return sendProblem(reply, 422, 'schema-violation', z.prettifyError(body.error));
    const { destinationId, announcedAttachments, publicService, caseId } = body.data;
    const destination = destinations.get(destinationId);
    if (destination?.status !== 'active') {
      return sendProblem(reply, 422, 'invalid-destination', 'the destination is unknown or not active');
    }
    if (!destination.services.some(({ identifier }) => identifier === publicService.identifier)) {
      return sendProblem(reply, 422, 'unsupported-service', 'the destination does not offer this service');
    }
    if (new Set(announcedAttachments).size !== announcedAttachments.length) {
      return sendProblem(reply, 422, 'schema-violation', 'an attachment is announced twice');
    }
    await clerk.expireIncomplete();
    if (caseId !== undefined && !isOpenCase(store, caseId, destinationId)) {
      return sendProblem(reply, 422, 'invalid-case', 'there is no such case at this destination');
    }
    const ids = { submissionId: randomUUID(), caseId: caseId ?? randomUUID() };
    await store.add({
      ...ids,
      destinationId,
      publicService,
      announcedAttachments,
      uploaded: {},
      state: 'incomplete',
      announcedAt: new Date().toISOString(),
      submittedAt: null,
      decidedAt: null,
      authenticationTags: null,
      problems: [],
      events: [await signEvent({ kind: 'create', issuer, key: service }, ids)],
      received: { uploads: 0, finalizations: 0 },
    });
    return reply.code(201).send({ ...ids, destinationId, announcedAttachments, publicService });
  });

  app.put<Submission>(
    `${base}/:submissionId/attachments/:attachmentId`,
    { config: { deliveryCall: 'attachment' }, onRequest: authorise },
    async (request, reply) => {
      const { submissionId, attachmentId } = request.params;
      const jwe = request.headers['content-type'] === 'application/jose' ? request.body : null;
      const refusal = await store.change(submissionId, (record) =>
        reception.takeAttachment(record, attachmentId, jwe),
      );
      return refusal === null ? reply.code(204).send() : refuse(reply, refusal ?? gone);
    },
  );

  app.put<Submission>(
    `${base}/:submissionId`,
    { config: { deliveryCall: 'finalize' }, onRequest: authorise },
    async (request, reply) => {
      const { submissionId } = request.params;
      const refusal = await store.change(submissionId, (record) => reception.submit(record, request.body));
      if (refusal !== null) return refuse(reply, refusal ?? gone);
      clerk.schedule(submissionId);
      return { submissionId, caseId: store.get(submissionId)?.caseId };
    },
  );

  app.get<Submission>(
    `${base}/:submissionId/events`,
    { config: { deliveryCall: 'events' }, onRequest: authorise },
    async (request, reply) => {
      const record = store.get(request.params.submissionId);
      if (!record) return refuse(reply, gone);
      const page = pageSchema.safeParse(request.query);
      if (!page.success) return sendProblem(reply, 400, 'bad-request', z.prettifyError(page.error));
      const { offset, limit } = page.data;
      const eventLog = record.events.slice(offset, offset + limit);
      return { offset, count: eventLog.length, totalCount: record.events.length, eventLog };
    },
  );
}

function refuse(reply: FastifyReply, { status, slug, detail }: Refusal): FastifyReply {
  return sendProblem(reply, status, slug, detail);
}

/** A case exists once a submission of it has been sent; all of its submissions go to one destination. */
const isOpenCase = (store: SubmissionStore, caseId: string, destinationId: string): boolean =>
  store
    .all()
    .some((one) => one.caseId === caseId && one.destinationId === destinationId && one.submittedAt !== null);
