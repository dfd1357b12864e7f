import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import {
  claimHandIn,
  forgetHandIns,
  type HandInRow,
  insertHandIn,
  keepInHandIn,
  renewHandIn,
} from '#server/hand-ins/row.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryService, SealedPackage } from '#server/ports/delivery.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealedText } from '#server/sealing/testing/unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import {
  AnnouncementExpired,
  DeliveryRefused,
  SchemaNotOffered,
  SealOutdated,
} from '#server/submission/fit-connect/errors.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { noTrail } from '#server/trail/trail.ts';
import { deliverHandIn } from './deliver.ts';
import { runHandIn } from './run.ts';

/** The way of a hand-in to a delivery service that does what a test wants. */

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;
const metadata = [...content.metadata.values()].find(({ fmsFormId }) => fmsFormId === 'hundesteuer')!;
const { destinationId } = metadata.authority;
const first = { submissionId: randomUUID(), caseId: randomUUID(), kind: 'FIT_CONNECT' };

let storage: Storage;
let context: ServerContext;
const announce = vi.fn<DeliveryService['announce']>();
const deliver = vi.fn<DeliveryService['deliver']>();
const seal = vi.fn<DeliveryService['seal']>();

beforeAll(async () => {
  storage = await openTestStorage();
  const moved = vi.fn();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  context = {
    storage,
    dataKeys: testKeys(),
    log,
    now: () => new Date(),
    content: () => content,
    scanner: null,
    config: { DELIVERY_RETRY_SECONDS: 60, DELIVERY_RETRY_DAYS: 7, DELIVERY_STEP_SECONDS: 60 },
    counts: { moved },
    jobs: { send: vi.fn() },
    delivery: { kind: 'FIT_CONNECT', announce, seal, deliver, events: vi.fn() },
    documents: {
      handInReceipt: async (_: unknown, out: NodeJS.WritableStream) => void out.end('%PDF-'),
    },
    trail: noTrail,
  } as unknown as ServerContext;
});
afterAll(() => storage.close());
beforeEach(() => {
  announce.mockReset().mockImplementation(async ({ caseId }) => ({
    submissionId: randomUUID(),
    caseId: caseId ?? randomUUID(),
  }));
  seal.mockReset().mockImplementation(async ({ attachments, publicService }): Promise<SealedPackage> => {
    const sealed = attachments.map(({ attachmentId }) => ({ attachmentId, encrypted: 'a.b.c.d.e' }));
    return {
      destinationId,
      encryptionKid: 'key',
      publicService,
      encryptedMetadata: 'm',
      encryptedData: 'd',
      attachments: sealed,
      authenticationTags: { metadata: 'm', data: 'd', attachments: {} },
    };
  });
  deliver.mockReset().mockResolvedValue(undefined);
});

/** A sent application with a hand-in that is due. */
async function due(about: { sentTo?: string; isRejected?: boolean } = {}): Promise<HandInRow> {
  const row = processRow(new Date(), { metadataId: metadata.metadataId, status: 'SUBMITTED' });
  return recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'server');
    const kept = { destinationId: about.sentTo ?? destinationId, authenticationTags: {} };
    await trx
      .updateTable('submission')
      .set({
        announcement: json(first),
        sealed: json(kept),
        ...(about.isRejected && { sentState: 'processingError' }),
      })
      .where('processId', '=', row.id)
      .execute();
    const id = randomUUID();
    const now = new Date();
    const handIn = await insertHandIn(
      context,
      trx,
      { id: row.id, dataKey: null },
      {
        input: {
          nextTryAt: now.toISOString(),
          tryUntil: new Date(now.getTime() + 7 * 86_400_000).toISOString(),
        },
        documents: [
          {
            path: 'reliefProof',
            label: { de: 'Nachweise', en: 'Proof' },
            row: '',
            files: [{ id, name: 'a.pdf', size: 1, mimeType: 'application/pdf', sha512: '00' }],
          },
        ],
        locale: 'de',
      },
    );
    const file = { id, processId: row.id, handInId: handIn.id, kind: 'handIn' } as const;
    await trx
      .insertInto('file')
      .values({
        ...file,
        name: unsealedText('a.pdf'),
        fieldPath: 'reliefProof',
        mimeType: 'application/pdf',
        size: 1,
        sha512: '00',
        createdAt: now,
      })
      .execute();
    await trx
      .insertInto('fileChunk')
      .values({ fileId: id, position: 0, bytes: new Uint8Array(1) })
      .execute();
    return handIn;
  });
}
const stored = (id: string) =>
  storage.db.selectFrom('handIn').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const kindsOf = async (id: string) =>
  (
    await storage.db.selectFrom('file').select('kind').where('handInId', '=', id).orderBy('kind').execute()
  ).map(({ kind }) => kind);

it('joins the case of the application at its destination', async () => {
  const { id } = await due();
  expect(vi.mocked(context.jobs.send).mock.lastCall).toEqual([
    'hand-in',
    { handInId: id },
    expect.anything(),
  ]);
  await runHandIn(context, id);
  expect(announce.mock.calls).toMatchObject([[{ destinationId, caseId: first.caseId }]]);
  expect(await stored(id)).toMatchObject({ state: 'delivered', leaseOwner: null, receiptDue: false });
  expect(await kindsOf(id)).toEqual(['handInReceipt']);
  expect((await stored(id)).sealed).toEqual({
    destinationId,
    authenticationTags: { metadata: 'm', data: 'd', attachments: {} },
  });
});

it('begins a case of its own where the destination has changed, and its data names the application', async () => {
  const { id } = await due({ sentTo: randomUUID() });
  await runHandIn(context, id);
  expect(announce.mock.calls[0]![0]).not.toHaveProperty('caseId');
  const { data } = seal.mock.calls[0]![0];
  expect(JSON.parse(data[0]!.text)).toMatchObject({
    application: { submissionId: first.submissionId, caseId: first.caseId },
  });
});

it('is refused, and nothing is announced, once the authority has rejected the application', async () => {
  const { id } = await due({ isRejected: true });
  await runHandIn(context, id);
  expect(announce).not.toHaveBeenCalled();
  expect(await stored(id)).toMatchObject({ state: 'failed', context: { problem: 'DeliveryRefused' } });
  expect(await kindsOf(id)).toEqual(['handIn']);
});

it('is announced again after its announcement has expired, and sealed again for another key', async () => {
  const { id } = await due();
  deliver
    .mockRejectedValueOnce(new AnnouncementExpired('gone'))
    .mockRejectedValueOnce(new SealOutdated(destinationId));
  await runHandIn(context, id);
  expect([announce.mock.calls.length, seal.mock.calls.length]).toEqual([3, 2]);
  expect(announce.mock.calls.map(([{ caseId }]) => caseId)).toEqual(Array(3).fill(first.caseId));
  expect((await stored(id)).state).toBe('delivered');
});

it('gives up repairs that do not help', async () => {
  const { id } = await due();
  deliver.mockRejectedValue(new SealOutdated(destinationId));
  await runHandIn(context, id);
  expect(await stored(id)).toMatchObject({ state: 'failed', context: { problem: 'SealOutdated' } });
  expect(deliver).toHaveBeenCalledTimes(4);
});

it.each([
  ['waits where the delivery service is away', new PartnerUnavailable('delivery service', 'no'), 'waiting'],
  ['fails where it refuses', new DeliveryRefused('no', 422), 'failed'],
] as const)('%s, with announcement and seal for the next try', async (_, error, state) => {
  const { id } = await due();
  deliver.mockRejectedValueOnce(error);
  await runHandIn(context, id);
  const row = await stored(id);
  expect(row).toMatchObject({ state, leaseOwner: null, context: { tries: 1, problem: error.name } });
  expect([row.announcement, row.sealed]).not.toContain(null);
  expect(await kindsOf(id)).toEqual(['handIn', 'handInSealed']);
});

it('is delivered by one worker at a time, and a worker that lost it stores nothing', async () => {
  const { id } = await due();
  const held = (await claimHandIn(context, id, 'one'))!;
  expect(await claimHandIn(context, id, 'another')).toBeNull();
  await storage.db
    .updateTable('handIn')
    .set({ leaseUntil: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();
  expect(await claimHandIn(context, id, 'another')).toMatchObject({ leaseOwner: 'another' });
  await expect(keepInHandIn(context, held, { announcement: null })).rejects.toThrow('another worker');
  await expect(deliverHandIn(context, held)).rejects.toThrow('another worker');
  expect(deliver).not.toHaveBeenCalled();
});

it('gets its receipt later when that could not be written, and is not delivered again', async () => {
  const { id } = await due();
  const { handInReceipt } = context.documents;
  context.documents.handInReceipt = (_, out) => {
    out.on('error', () => undefined);
    return Promise.reject(new Error('no'));
  };
  await expect(runHandIn(context, id)).rejects.toThrow('no');
  expect(await stored(id)).toMatchObject({ state: 'delivered', receiptDue: true, leaseOwner: null });
  context.documents.handInReceipt = handInReceipt;
  await runHandIn(context, id);
  await runHandIn(context, id);
  expect(await stored(id)).toMatchObject({ receiptDue: false });
  expect(await kindsOf(id)).toEqual(['handInReceipt']);
  expect(deliver).toHaveBeenCalledTimes(1);
});

it('has no receipt once the data of the application was erased, also where that was just being written', async () => {
  const { id, processId } = await due();
  const { handInReceipt } = context.documents;
  context.documents.handInReceipt = async (data, out) => {
    await recorded(context, (trx) => forgetHandIns(context, trx, processId));
    await handInReceipt(data, out);
  };
  await expect(runHandIn(context, id)).rejects.toThrow('another worker');
  context.documents.handInReceipt = handInReceipt;
  expect(await kindsOf(id)).toEqual([]);
  const row = await stored(id);
  expect(row).toMatchObject({ state: 'delivered', receiptId: null, receiptDue: false });
  expect(row.documents).toMatchObject([{ path: 'reliefProof', files: [] }]);
});

it('waits, and nothing is sealed, while the destination does not take hand-ins', async () => {
  const { id } = await due();
  announce.mockRejectedValueOnce(new SchemaNotOffered('nothing is offered'));
  await runHandIn(context, id);
  const row = await stored(id);
  expect(row).toMatchObject({ state: 'waiting', leaseOwner: null, context: { problem: 'SchemaNotOffered' } });
  expect([row.announcement, row.sealed]).toEqual([null, null]);
  expect(await kindsOf(id)).toEqual(['handIn']);
  expect(seal).not.toHaveBeenCalled();
});

it('is tried again by a job once its time has come, and not before', async () => {
  const { id } = await due();
  const send = vi.fn();
  const present = new Date();
  const at = (seconds: number) =>
    ({
      ...context,
      jobs: { send },
      now: () => new Date(present.getTime() + seconds * 1000),
    }) as unknown as ServerContext;
  deliver.mockRejectedValueOnce(new PartnerUnavailable('delivery service', 'no'));
  await runHandIn(at(0), id);
  expect(send.mock.calls).toEqual([
    ['hand-in', { handInId: id }, expect.objectContaining({ startAfter: 60 })],
  ]);
  await runHandIn(at(59), id);
  expect(deliver).toHaveBeenCalledTimes(1);
  await runHandIn(at(60), id);
  expect((await stored(id)).state).toBe('delivered');
});

it.each([
  ['delivered', undefined],
  ['failed', new DeliveryRefused('no', 422)],
] as const)(
  'keeps its application for a week after it has %s, and one that stays longer as it is',
  async (_, error) => {
    const day = 86_400_000;
    for (const [before, after] of [
      [1, 7],
      [30, 30],
    ] as const) {
      const { id, processId } = await due();
      const until = new Date(Date.now() + before * day);
      await storage.db
        .updateTable('process')
        .set({ availableUntil: until })
        .where('id', '=', processId)
        .execute();
      await storage.db
        .updateTable('submission')
        .set({ downloadsUntil: until })
        .where('processId', '=', processId)
        .execute();
      if (error) deliver.mockRejectedValueOnce(error);
      await runHandIn(context, id);
      const { availableUntil, downloadsUntil } = await storage.db
        .selectFrom('process')
        .innerJoin('submission', 'submission.processId', 'process.id')
        .select(['availableUntil', 'downloadsUntil'])
        .where('process.id', '=', processId)
        .executeTakeFirstOrThrow();
      const days = [availableUntil, downloadsUntil].map((end) => Math.round((+end! - Date.now()) / day));
      expect(days).toEqual([after, after]);
    }
  },
);

it('is noted in the trail when it is announced, and when it is taken', async () => {
  const { id } = await due();
  const note = vi.fn();
  await runHandIn({ ...context, trail: { ...noTrail, note } }, id);
  expect(note.mock.calls.map(([entry]) => [entry.event, entry.handIn, entry.taken])).toEqual([
    ['handIn', id, false],
    ['handIn', id, true],
  ]);
});

it('waits, and nothing is announced, while a file of it was never examined', async () => {
  const { id } = await due();
  const scan = async () => {
    throw new PartnerUnavailable('scanner', 'away');
  };
  await runHandIn({ ...context, scanner: { scan } as never }, id);
  expect(announce).not.toHaveBeenCalled();
  expect((await stored(id)).state).toBe('waiting');
});

it('stays with the worker that is at work when one that has lost it prolongs its lease', async () => {
  const { id } = await due();
  await claimHandIn(context, id, 'one');
  const leaseUntil = new Date(Date.now() - 60_000);
  await storage.db.updateTable('handIn').set({ leaseUntil }).where('id', '=', id).execute();
  await renewHandIn(context, id, 'another');
  expect((await stored(id)).leaseUntil).toEqual(leaseUntil);
  await renewHandIn(context, id, 'one');
  expect((await stored(id)).leaseUntil!.getTime()).toBeGreaterThan(Date.now());
});
