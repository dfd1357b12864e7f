import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionSteps } from '#domain/submission-step.ts';
import type { DocumentData } from '#server/documents/types.ts';
import { writeFile } from '#server/files/store.ts';
import { mailsOf } from '#server/mails/row.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryPackage } from '#server/ports/delivery.ts';
import { runSubmission } from '#server/sending/send.ts';
import type { Session } from '#server/sessions/session.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { json } from '#server/storage/json.ts';
import { DeliveryRefused, SealOutdated } from '#server/submission/fit-connect/errors.ts';
import { runDeliveryStatus } from '#server/submission/status.ts';
import type { TrailEntry } from '#server/trail/entries.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { requestSubmission } from '#server/use-cases/request-submission.ts';
import { startPayment } from '#server/use-cases/start-payment.ts';
import { confirm, fillIn, logIn, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

/** Calls of the delivery service and the postbox, in their order. */
type Call = 'announce' | 'seal' | 'deliver' | 'announce to postbox' | 'send to postbox';

let server: TestServer;
let person: Session;
let calls: Call[] = [];
let packages: DeliveryPackage[] = [];
let drawn: DocumentData[] = [];
let trail: TrailEntry[] = [];
/** Runs before a partner answers. */
let before: Partial<Record<Call, () => unknown>> = {};

beforeAll(async () => {
  server = await openTestServer();
  const asked = async (call: Call) => {
    calls.push(call);
    await before[call]?.();
  };
  const pdf = async (data: DocumentData, out: NodeJS.WritableStream) => {
    drawn.push(data);
    out.end('%PDF-');
  };
  const tags = { metadata: 'm', data: 'd', attachments: {} };
  Object.assign(server.context, {
    mailer: {},
    documents: { form: pdf, receipt: pdf, coverLetter: pdf },
    trail: { note: (entry: TrailEntry) => void trail.push(entry), assertWritten: () => undefined },
    onCheckpoint: () => undefined,
    delivery: {
      kind: 'FIT_CONNECT',
      announce: async () => {
        await asked('announce');
        return { submissionId: randomUUID(), caseId: randomUUID() };
      },
      seal: async (content: DeliveryPackage) => {
        packages.push(content);
        await asked('seal');
        const { destinationId, publicService } = content;
        const sealed = { destinationId, publicService, encryptionKid: 'k', encryptedMetadata: 'm' };
        const attachments = content.attachments.map(({ attachmentId }) => ({
          attachmentId,
          encrypted: 'a.b.c.d.e',
        }));
        return { ...sealed, encryptedData: 'd', attachments, authenticationTags: tags };
      },
      deliver: () => asked('deliver'),
    },
    postbox: {
      provider: 'BundID',
      announce: async () => {
        await asked('announce to postbox');
        return { submissionId: randomUUID(), caseId: randomUUID(), attachmentIds: [randomUUID()] };
      },
      send: () => asked('send to postbox'),
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  for (const table of ['mail', 'journal'] as const) await db().deleteFrom(table).execute();
  [calls, packages, drawn, trail, before] = [[], [], [], [], {}];
  person = await logIn(server.context, 'sends', { givenName: 'Petra' });
});

/** Files of a sent application, which has three attachments. */
const KEPT = ['coverLetter', 'form', 'receipt', 'upload', 'upload', 'upload'];

const db = () => server.context.storage.db;
const kindsOf = async (id: string) =>
  (await db().selectFrom('file').select('kind').where('processId', '=', id).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );
const submission = () => db().selectFrom('submission').selectAll().executeTakeFirstOrThrow();
const statusOf = async (id: string) => (await stored(server.context, id)).status;
const changeFacts = async (id: string, change: object) => {
  const facts = json({ ...((await stored(server.context, id)).context as object), ...change });
  return db().updateTable('process').set({ context: facts }).where('id', '=', id).execute();
};
const mails = () => db().selectFrom('mail').select(['kind', 'occasion']).orderBy('number').execute();

/** A paid application, which the server is to send. */
async function paid(): Promise<string> {
  const { context } = server;
  const draft = await fillIn(context, person, 'fischereischein');
  const { id, version } = await confirm(context, person, draft, { wantsMails: true });
  await startPayment(context, person, id, { version });
  const { transactionId } = await db()
    .selectFrom('payment')
    .select('transactionId')
    .where('processId', '=', id)
    .executeTakeFirstOrThrow();
  server.report(transactionId!, 'paid');
  await checkPayments(context, id);
  await server.loseJobs();
  return id;
}
const run = (id: string) => runSubmission(server.context, id);
const runAfter = (days: number, id: string) => {
  server.passDays(days);
  return run(id);
};
const away = async () => {
  throw new PartnerUnavailable('delivery service', '503');
};
/** Fails as the partner once, and answers from then on. */
function once(call: Call, error: Error) {
  before[call] = () => {
    delete before[call];
    throw error;
  };
}

it('a paid application is sent with its fee and its files, once, and its person is told', async () => {
  const id = await paid();
  const draft = await stored(server.context, id);
  await run(id);
  expect(calls).toEqual(['announce', 'seal', 'deliver']);
  expect(await statusOf(id)).toBe('SUBMITTED');
  expect(packages[0]!.payment).toMatchObject({ grossAmountCents: 6000, method: 'PAYPAL' });
  const steps = await db().selectFrom('submissionStep').select(['step', 'outcome']).execute();
  expect(new Set(steps.map(({ step }) => step))).toEqual(new Set(submissionSteps));
  expect(steps).toContainEqual({ step: 'SUBMIT_DATA_TO_POSTBOX', outcome: 'nothingToDo' });
  expect(await kindsOf(id)).toEqual(KEPT);
  const row = await submission();
  expect(row).toMatchObject({ state: 'SUBMISSION_COMPLETED', leaseOwner: null, leaseUntil: null });
  expect(row.sealed).toEqual({
    destinationId: packages[0]!.destinationId,
    authenticationTags: { metadata: 'm', data: 'd', attachments: {} },
  });
  expect(row.submittedAt).toEqual(server.context.now());
  expect(row.listedUntil!.getTime()).toBeGreaterThan(row.downloadsUntil!.getTime());
  expect(await server.jobsOf('delivery-status')).toEqual([{ processId: id }]);
  expect(trail).toMatchObject([{ event: 'payment' }, { event: 'announcement' }, { event: 'delivery' }]);
  expect(server.recorded()).toContainEqual(
    expect.objectContaining({ event: 'submission', outcome: 'succeeded' }),
  );
  expect(draft.mailTo).not.toBeNull();
  expect(await mails()).toEqual([{ kind: 'confirmation', occasion: '' }]);
});

it('the authority and the receipt say the same about an application', async () => {
  const id = await paid();
  await run(id);
  const { ticketNumber } = await submission();
  const { confirmedHash, confirmedAt } = await stored(server.context, id);
  const { reference, attachments, payment } = packages[0]!;
  expect(reference).toEqual({
    senderReference: ticketNumber,
    applicationDate: confirmedAt!.toISOString(),
    electronicNotice: null,
  });
  expect(attachments.map(({ purpose }) => purpose)).toEqual(['form', ...Array(4).fill('attachment')]);
  const envelope = Buffer.from(attachments.at(-1)!.content).toString();
  expect(JSON.parse(envelope)).toMatchObject({ ticketNumber, confirmedHash, applicant: { name: 'sends' } });
  const [form, receipt] = drawn;
  expect(form).toMatchObject({ ticketNumber, confirmedHash, submittedAt: null });
  expect(receipt).toMatchObject({ ticketNumber, submittedAt: server.context.now().toISOString() });
  expect(receipt!.payment).toMatchObject({ amountCents: 6000, reference: payment!.reference });
  const hashes = (files: readonly { sha512: string }[]) => files.map(({ sha512 }) => sha512);
  expect(hashes(receipt!.attachments)).toEqual(hashes(attachments.slice(1, 4)));
  expect(receipt!.steps.map(({ step }) => step)).toContain('SUBMIT_DATA_TO_AUTHORITY');
});

it('an outage of the database is no failure of a step, which goes on where it was', async () => {
  const id = await paid();
  once('seal', new DatabaseUnavailable('ECONNREFUSED'));
  await expect(run(id)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect([await mails(), (await submission()).state]).toEqual([[], 'SEAL_DATA']);
  await sql`update submission set lease_until = now() - interval '1 second'`.execute(db());
  await run(id);
  expect(await statusOf(id)).toBe('SUBMITTED');
});

it('an upload that was removed from the form is neither sent nor kept', async () => {
  const id = await paid();
  const removed = { processId: id, kind: 'upload', fieldPath: 'other', name: 'a.pdf' } as const;
  const file = await writeFile(
    server.context,
    { ...removed, mimeType: 'application/pdf' },
    Readable.from([Buffer.from('a')]),
  );
  await run(id);
  expect(packages[0]!.attachments.map(({ attachmentId }) => attachmentId)).not.toContain(file.id);
  expect(await kindsOf(id)).toEqual(KEPT);
  const left = await db().selectFrom('file').select('id').where('kind', '=', 'upload').execute();
  expect(left).not.toContainEqual({ id: file.id });
});

it('one whose delivery is impossible now goes on there later: announced, sealed and drawn once', async () => {
  const id = await paid();
  once('deliver', new PartnerUnavailable('delivery service', '503'));
  await run(id);
  expect(await statusOf(id)).not.toBe('SUBMITTED');
  await run(id);
  expect(calls, 'nothing before its time').toEqual(['announce', 'seal', 'deliver']);
  await runAfter(1, id);
  expect(calls).toEqual(['announce', 'seal', 'deliver', 'deliver']);
  expect(await kindsOf(id)).toEqual(KEPT);
});

it('one whose destination has another key is announced and sealed anew, with one copy of each file', async () => {
  const id = await paid();
  const sealed: string[][] = [];
  before.deliver = async () => {
    sealed.push((await kindsOf(id)).filter((kind) => kind === 'sealed'));
    if (sealed.length === 1) throw new SealOutdated(packages[0]!.destinationId);
  };
  await run(id);
  expect(calls).toEqual(['announce', 'seal', 'deliver', 'announce', 'seal', 'deliver']);
  expect(sealed[1]).toEqual(sealed[0]);
});

it('an announcement that a restore has brought back is used, and none is made', async () => {
  const id = await paid();
  const announcement = { kind: 'FIT_CONNECT' as const, submissionId: 'known', caseId: 'case' };
  await db()
    .updateTable('submission')
    .set({ announcement: json(announcement) })
    .execute();
  await run(id);
  expect(calls).toEqual(['seal', 'deliver']);
});

describe('is not sent', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['without its fee', (id) => changeFacts(id, { paidCents: 0 })],
    [
      'with a file that is not as it was uploaded',
      () => db().updateTable('file').set({ sha512: 'ff' }).where('kind', '=', 'upload').execute(),
    ],
    [
      'with other data than was confirmed',
      (id) =>
        db()
          .updateTable('process')
          .set({ confirmedHash: 'another' as never })
          .where('id', '=', id)
          .execute(),
    ],
  ])('%s', async (_, breakIt) => {
    const id = await paid();
    await breakIt(id);
    // For an hour it is left to another server whose content may fit.
    await runAfter(1, id);
    expect([await statusOf(id), calls]).toEqual(['SUBMIT_FAILURE', ['announce']]);
    expect(await submission()).toMatchObject({ leaseOwner: null, state: 'SUBMISSION_FAILURE' });
  });
  it('with other data under a new seal', async () => {
    const id = await paid();
    before.deliver = async () => {
      await db()
        .updateTable('process')
        .set({ confirmedHash: 'another' as never })
        .where('id', '=', id)
        .execute();
      server.passDays(1);
      throw new SealOutdated(packages[0]!.destinationId);
    };
    await run(id);
    expect([await statusOf(id), calls]).toEqual(['SUBMIT_FAILURE', ['announce', 'seal', 'deliver']]);
  });
  it('with files that no scanner has seen', async () => {
    const { context } = server;
    const id = await paid();
    context.scanner = { scan: away } as never;
    await run(id);
    context.scanner = null;
    expect([calls, (await submission()).state]).toEqual([['announce'], 'waiting']);
  });
  it('by a server whose content does not fit: it holds nothing, and offers it to the others in a while', async () => {
    const { context } = server;
    const id = await paid();
    const content = context.content();
    context.content = () => ({ ...content, metadata: new Map() });
    await run(id);
    context.content = () => content;
    expect(await submission()).toMatchObject({ leaseOwner: null, leaseUntil: null });
    const waits = await sql<{ waits: boolean }>`select start_after > now() + interval '3 seconds' as waits
      from jobs.job where name = 'submission'`.execute(db());
    expect(waits.rows).toEqual([{ waits: true }]);
    await run(id);
    expect(await statusOf(id)).toBe('SUBMITTED');
  });
});

describe('one that could not be sent', () => {
  const refused = new Error('refused');
  it('is told to its person, with what was paid, each time', async () => {
    const id = await paid();
    before.announce = () => {
      throw refused;
    };
    await run(id);
    await requestSubmission(server.context, person, id, { lang: 'de' });
    await run(id);
    expect(await mails()).toEqual([
      { kind: 'notSent', occasion: '0' },
      { kind: 'notSent', occasion: '1' },
    ]);
    const sealed = await mailsOf(server.context, db(), [id]);
    expect(sealed.map(({ facts }) => facts?.paid)).toEqual([true, true]);
  });
  it('is not told to be so once the authority has it', async () => {
    const { context } = server;
    const id = await paid();
    before.deliver = () => {
      context.documents.receipt = async (_, out) => {
        out.on('error', () => undefined);
        throw refused;
      };
    };
    await run(id);
    const { state, context: facts } = await submission();
    expect([state, facts.step, await mails()]).toEqual(['waiting', 'CREATE_RECEIPT', []]);
    await runAfter(8, id);
    expect([await statusOf(id), await mails()]).toEqual(['SUBMIT_FAILURE', []]);
    context.documents.receipt = context.documents.coverLetter;
  });
});

describe('the message to the postbox', () => {
  beforeEach(async () => {
    person = await logIn(server.context, 'postbox', {}, null, 'substantial', 'a postbox');
  });
  const outcome = async () =>
    (
      await db()
        .selectFrom('submissionStep')
        .select('outcome')
        .where('step', '=', 'SUBMIT_DATA_TO_POSTBOX')
        .executeTakeFirstOrThrow()
    ).outcome;

  it('is announced once, however often it is tried', async () => {
    const id = await paid();
    once('send to postbox', new PartnerUnavailable('delivery service', '503'));
    await run(id);
    await runAfter(1, id);
    expect(calls.slice(3)).toEqual(['announce to postbox', 'send to postbox', 'send to postbox']);
    expect((await submission()).postboxSentAt).toEqual(server.context.now());
    expect([await outcome(), await statusOf(id)]).toEqual(['done', 'SUBMITTED']);
  });
  it.each([
    ['is refused', new DeliveryRefused('no', 403), 0],
    ['fails until the tries are over', new PartnerUnavailable('delivery service', '503'), 8],
  ])('leaves the application sent when it %s', async (_, error, days) => {
    const id = await paid();
    before['send to postbox'] = () => {
      throw error;
    };
    await run(id);
    if (days > 0) await runAfter(days, id);
    expect([await outcome(), await statusOf(id)]).toEqual(['refused', 'SUBMITTED']);
    expect((await submission()).postboxSentAt).toBeNull();
  });
});

describe('what the delivery service tells of a sent application', () => {
  const told = async (...kinds: ('submit' | 'accept' | 'reject')[]) => {
    const id = await paid();
    await run(id);
    await db().deleteFrom('mail').execute();
    const events = ['create', ...kinds].map((kind) => ({ kind, jti: kind, issuedAt: '', problems: [] }));
    server.context.delivery.events = async () => ({ events, rejected: 0 }) as never;
    await runDeliveryStatus(server.context, id);
    const { unseenSince, unseenBy } = await submission();
    return { news: unseenSince && unseenBy, mails: (await mails()).map(({ kind }) => kind) };
  };
  it('is news to its person once it is the end, and an e-mail where it is a rejection', async () => {
    expect(await told('submit')).toEqual({ news: null, mails: [] });
    await server.reset();
    person = await logIn(server.context, 'accepted', {});
    expect(await told('submit', 'accept')).toEqual({ news: person.userId, mails: [] });
    await server.reset();
    person = await logIn(server.context, 'rejected', {});
    expect(await told('submit', 'reject')).toEqual({ news: person.userId, mails: ['notDelivered'] });
  });
});
