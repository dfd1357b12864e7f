import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Clerk } from '#stand-ins/delivery/clerk.ts';
import type { Destination } from '#stand-ins/delivery/destinations.ts';
import { checkJwe } from '#stand-ins/delivery/jwe-check.ts';
import type { Keys } from '#stand-ins/delivery/keys.ts';
import type { SubmissionRecord } from '#stand-ins/delivery/records.ts';
import { signEvent } from '#stand-ins/delivery/signed-event.ts';
import type { SubmissionStore } from '#stand-ins/delivery/store.ts';
import { sendProblem } from './problems.ts';

const announcementSchema = z.object({
  destinationId: z.string(),
  announcedAttachments: z.array(z.uuidv4()),
  publicService: z.object({ identifier: z.string(), name: z.string().optional() }),
});
const finalizationSchema = z.object({ encryptedMetadata: z.string(), encryptedData: z.string() });
const pageSchema = z.object({
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().positive().max(500).default(500),
});

type Submission = { Params: { submissionId: string; attachmentId: string } };
type Refusal = { status: number; slug: string; detail: string };

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
  const { service, encryption } = keys;

  app.addContentTypeParser('application/jose', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });

  app.get('/submission-api/.well-known/jwks.json', { config: { deliveryCall: 'jwks' } }, async () => ({
    keys: [service.publicJwk],
  }));

  app.post(base, { config: { deliveryCall: 'announce' }, onRequest: authorise }, async (request, reply) => {
    const body = announcementSchema.safeParse(request.body);
    if (!body.success) return sendProblem(reply, 422, 'schema-violation', z.prettifyError(body.error));
    const { destinationId, announcedAttachments, publicService } = body.data;
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
    const ids = { submissionId: randomUUID(), caseId: randomUUID() };
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

  async function upload(
    record: SubmissionRecord,
    attachmentId: string,
    jwe: unknown,
  ): Promise<Refusal | null> {
    record.received.uploads += 1;
    if (record.state === 'deleted') return gone;
    if (record.state !== 'incomplete') return closed;
    if (!record.announcedAttachments.includes(attachmentId)) {
      return { status: 422, slug: 'unknown-attachment', detail: 'this attachment was not announced' };
    }
    if (typeof jwe !== 'string')
      return { status: 415, slug: 'unsupported-media-type', detail: 'no JOSE body' };
    const checked = checkJwe(jwe, encryption.kid, 'attachment');
    if (checked.fault !== null) return { status: 422, slug: 'invalid-encrypted-data', detail: checked.fault };
    await store.writeBody(record.submissionId, attachmentId, jwe);
    record.uploaded[attachmentId] = { size: checked.size, tag: checked.tag };
    return null;
  }

  app.put<Submission>(
    `${base}/:submissionId/attachments/:attachmentId`,
    { config: { deliveryCall: 'attachment' }, onRequest: authorise },
    async (request, reply) => {
      const { submissionId, attachmentId } = request.params;
      const jwe = request.headers['content-type'] === 'application/jose' ? request.body : null;
      const refusal = await store.change(submissionId, (record) => upload(record, attachmentId, jwe));
      return refusal === null ? reply.code(204).send() : refuse(reply, refusal ?? gone);
    },
  );

  async function submit(record: SubmissionRecord, given: unknown): Promise<Refusal | null> {
    record.received.finalizations += 1;
    if (record.state === 'deleted') return gone;
    if (record.state !== 'incomplete') return closed;
    const body = finalizationSchema.safeParse(given);
    if (!body.success) return { status: 422, slug: 'schema-violation', detail: z.prettifyError(body.error) };
    const missing = record.announcedAttachments.filter((id) => !record.uploaded[id]);
    if (missing.length > 0) {
      return { status: 422, slug: 'incomplete-attachments', detail: `not uploaded: ${missing.join(', ')}` };
    }
    const metadata = checkJwe(body.data.encryptedMetadata, encryption.kid, 'metadata');
    const data = checkJwe(body.data.encryptedData, encryption.kid, 'data');
    if (metadata.fault !== null || data.fault !== null) {
      const detail = `metadata: ${metadata.fault ?? 'well'}; data: ${data.fault ?? 'well'}`;
      return { status: 422, slug: 'invalid-encrypted-data', detail };
    }
    await store.writeBody(record.submissionId, 'metadata', body.data.encryptedMetadata);
    await store.writeBody(record.submissionId, 'data', body.data.encryptedData);
    const uploaded = Object.entries(record.uploaded);
    const tags = {
      metadata: metadata.tag,
      data: data.tag,
      attachments: Object.fromEntries(uploaded.map(([id, { tag }]) => [id, tag])),
    };
    record.authenticationTags = tags;
    record.state = 'submitted';
    record.submittedAt = new Date().toISOString();
    record.events.push(await signEvent({ kind: 'submit', issuer, key: service, tags }, record));
    return null;
  }

  app.put<Submission>(
    `${base}/:submissionId`,
    { config: { deliveryCall: 'finalize' }, onRequest: authorise },
    async (request, reply) => {
      const { submissionId } = request.params;
      const refusal = await store.change(submissionId, (record) => submit(record, request.body));
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

const gone: Refusal = { status: 404, slug: 'resource-not-found', detail: 'no such submission' };
const closed: Refusal = {
  status: 409,
  slug: 'submission-closed',
  detail: 'this submission has been submitted',
};

function refuse(reply: FastifyReply, { status, slug, detail }: Refusal): FastifyReply {
  return sendProblem(reply, status, slug, detail);
}
