import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { germanDay } from '#domain/german-time.ts';
import { MAX_FILES } from '#forms/files.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { submissionOf } from '#server/submission/row.ts';
import { sealFollowing } from '#server/submission/sealed-row.ts';
import { handIn, repeatHandIn } from '#server/use-cases/hand-in.ts';
import { receiptOf } from '#server/use-cases/hand-in-receipt.ts';
import { dropHandInFile, uploadHandIn } from '#server/use-cases/upload-hand-in.ts';
import { handInPageOf } from '#server/views/hand-in-view.ts';
import { owedView } from '#server/views/owed-view.ts';
import { fillIn, logIn, nobodysSession, send, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
let id: string;
beforeAll(async () => {
  server = await openTestServer();
  // Every file is as it should be.
  server.context.examineFile = async ({ read }) => ({ kept: [[0, (await read()).length]] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await logIn(server.context, 'petra', {});
  id = await owing();
});

const db = () => server.context.storage.db;
/** A sent application that owes a document. @returns its id */
const owing = async (by = session) =>
  (await send(server.context, by, await fillIn(server.context, by, 'hundesteuer', { reliefProof: [] }))).id;
const upload = async (processId = id, path = 'reliefProof', by = session) => {
  const content = Readable.from([tinyPdf({ text: 'Nachweis' })]);
  const file = { path, name: 'Nachweis.pdf', size: null, caller: 'caller', content };
  return (await uploadHandIn(server.context, by, processId, file)).id;
};
const hand = (files: string[], by = session) => handIn(server.context, by, id, { files, locale: undefined });
const handIns = (processId = id) =>
  db().selectFrom('handIn').select(['id', 'state']).where('processId', '=', processId).execute();
const isThere = async (fileId: string) =>
  (await db().selectFrom('file').select('id').where('id', '=', fileId).execute()).length === 1;

it('is one delivery, whoever asks how often', async () => {
  const file = await upload();
  await hand([file]);
  await hand([file, file]);
  expect(await handIns()).toMatchObject([{ state: 'waiting' }]);
  expect(await db().selectFrom('file').select('handInId').where('id', '=', file).execute()).toEqual([
    { handInId: (await handIns())[0]!.id },
  ]);
});

it('of files for several documents names each with its own', async () => {
  const { db: storage } = server.context.storage;
  const submission = (await submissionOf(server.context, storage, id))!;
  const { documents } = submission.owed!;
  const other = { path: 'other', label: { de: 'Anderes', en: 'Other' }, row: '' };
  const owed = { ...submission.owed!, documents: [...documents, other] };
  const sealed = await sealFollowing(server.context, storage, submission, { owed });
  await storage.updateTable('submission').set(sealed).where('processId', '=', id).execute();
  await hand([await upload()]);
  const [handedIn] = (await handInsOf(server.context, storage, [id])).get(id)!;
  expect(handedIn!.documents.map(({ path }) => path)).toEqual(['reliefProof']);
});

it('keeps its application as long as it is tried', async () => {
  server.passDays(6);
  await hand([await upload()]);
  const { availableUntil } = await db()
    .selectFrom('process')
    .select('availableUntil')
    .executeTakeFirstOrThrow();
  const { downloadsUntil } = await db()
    .selectFrom('submission')
    .select('downloadsUntil')
    .executeTakeFirstOrThrow();
  const tried = new Date(server.context.now().getTime() + 7 * 86_400_000);
  expect([availableUntil, downloadsUntil]).toEqual([tried, tried]);
});

it.each([
  ['of another application', async () => [await upload(await owing())], 'input-invalid'],
  [
    'that is in another one already, with a new one',
    async () => {
      const file = await upload();
      await hand([file]);
      return [file, await upload()];
    },
    'status-conflict',
  ],
  [
    'that nobody has scanned',
    async () => {
      const file = await upload();
      await db().updateTable('file').set({ kind: 'handInQuarantined' }).where('id', '=', file).execute();
      return [file];
    },
    'scanner-unavailable',
  ],
])('takes no file %s', async (_, files, refusal) => {
  const given = await files();
  const before = await handIns();
  await expect(hand(given)).rejects.toThrow(refusal);
  expect(await handIns()).toEqual(before);
});

it('takes only what is owed, from the person who owes it, and from nobody without an account', async () => {
  await expect(upload(id, 'dogName')).rejects.toThrow('input-invalid');
  const other = await logIn(server.context, 'jan', {});
  await expect(upload(id, 'reliefProof', other)).rejects.toThrow('not-found');
  const nobody = await nobodysSession(server.context);
  const anonymous = await owing(nobody);
  await expect(upload(anonymous, 'reliefProof', nobody)).rejects.toThrow('login-required');
  await expect(dropHandInFile(server.context, nobody, anonymous, id)).rejects.toThrow('login-required');
});

it('takes nothing once the time for the documents of the application is over', async () => {
  const file = await upload();
  server.passDays(8);
  await expect(hand([file])).rejects.toThrow('hand-in-closed');
});

it('takes as many files as an application', async () => {
  for (let count = 0; count < MAX_FILES; count += 1) await upload();
  await expect(upload()).rejects.toThrow('file-limit-reached');
});

it('is taken back before it is handed in, by its own application', async () => {
  const [file, handedIn] = [await upload(), await upload()];
  await hand([handedIn]);
  await expect(dropHandInFile(server.context, session, id, handedIn)).rejects.toThrow('status-conflict');
  await dropHandInFile(server.context, session, await owing(), file);
  expect([await isThere(handedIn), await isThere(file)]).toEqual([true, true]);
  await dropHandInFile(server.context, session, id, file);
  expect([await isThere(handedIn), await isThere(file)]).toEqual([true, false]);
});

it('that has failed is tried again, any other stays as it is', async () => {
  await hand([await upload()]);
  const handInId = (await handIns())[0]!.id;
  const repeat = () => repeatHandIn(server.context, session, id, handInId);
  await db().updateTable('handIn').set({ state: 'delivered' }).execute();
  await repeat();
  expect(await handIns()).toMatchObject([{ state: 'delivered' }]);
  const facts = { tries: 3, problem: 'refused', nextTryAt: null, tryUntil: null };
  await db()
    .updateTable('handIn')
    .set({ state: 'failed', context: json(facts) as never })
    .execute();
  await repeat();
  expect(await handIns()).toMatchObject([{ state: 'waiting' }]);
  await expect(repeatHandIn(server.context, session, await owing(), handInId)).rejects.toThrow('not-found');
});

describe('the receipt of a delivered hand-in', () => {
  const delivered = async () => {
    const file = await upload();
    await hand([file]);
    const [handedIn] = await handIns();
    await db().updateTable('file').set({ kind: 'handInReceipt' }).where('id', '=', file).execute();
    await db().updateTable('handIn').set({ state: 'delivered', receiptId: file }).execute();
    return { handInId: handedIn!.id, file };
  };
  const receipt = (handInId: string, processId = id) => receiptOf(server.context, processId, handInId);

  it('is there as long as the documents of its application', async () => {
    const { handInId, file } = await delivered();
    expect(await receipt(handInId)).toMatchObject({ id: file, name: 'Nachweis.pdf' });
    server.passDays(7);
    await expect(receipt(handInId)).rejects.toThrow('download-expired');
  });
  it('is that of its application, and of a delivery', async () => {
    const { handInId } = await delivered();
    const other = await owing();
    await expect(receipt(handInId, other)).rejects.toThrow('not-found');
    await expect(receipt(other)).rejects.toThrow('not-found');
    await db().updateTable('handIn').set({ state: 'failed' }).execute();
    await expect(receipt(handInId)).rejects.toThrow('not-found');
    await db().updateTable('handIn').set({ state: 'delivered', receiptId: null }).execute();
    await expect(receipt(handInId)).rejects.toThrow('not-found');
    await db().updateTable('submission').set({ downloadsUntil: null }).execute();
    await expect(receipt(handInId)).rejects.toThrow('not-found');
  });
});

describe('the page for documents that are owed', () => {
  const rowOf = (processId = id) => stored(server.context, processId);
  const shown = async (processId = id) => handInPageOf(server.context, await rowOf(processId), 'de');

  it('shows what is owed, what is uploaded and what is handed in', async () => {
    const [file, handedIn] = [await upload(), await upload()];
    await hand([handedIn]);
    await db().updateTable('file').set({ kind: 'handInQuarantined' }).where('id', '=', file).execute();
    const page = await shown();
    expect(page).toMatchObject({
      documents: [{ path: 'reliefProof', label: expect.stringMatching(/./), pattern: expect.any(String) }],
      files: [{ id: file, path: 'reliefProof', name: 'Nachweis.pdf', checked: false }],
      handIns: [
        {
          ...{ state: 'waiting', deliveredAt: null, hasReceipt: false },
          documents: [{ path: 'reliefProof', label: page.documents[0]!.label, files: ['Nachweis.pdf'] }],
        },
      ],
    });
    expect([page.ticketNumber, page.serviceName, page.authorityName]).not.toContain('');
  });
  it('says when the last day for them is over', async () => {
    const { db: storage } = server.context.storage;
    const owedUntil = async (until: string | null) => {
      const row = await submissionOf(server.context, storage, id);
      const owed = { ...row!.owed!, until };
      const sealed = await sealFollowing(server.context, storage, row!, { owed });
      await storage.updateTable('submission').set(sealed).where('processId', '=', id).execute();
      const after = (await submissionOf(server.context, storage, id))!;
      const { isPast } = owedView(server.context, await rowOf(), after, [], 'de')!;
      expect((await shown()).isPast).toBe(isPast);
      return isPast;
    };
    expect(await owedUntil('2020-01-01')).toBe(true);
    expect(await owedUntil(germanDay(server.context.now()))).toBe(false);
    expect(await owedUntil(null)).toBe(false);
  });
  it('is there for its person alone, while the application can take any', async () => {
    const nobody = await nobodysSession(server.context);
    await expect(shown(await owing(nobody))).rejects.toThrow('login-required');
    const draft = await fillIn(server.context, session, 'hundesteuer', { reliefProof: [] });
    await expect(shown(draft.id)).rejects.toThrow('hand-in-closed');
    server.passDays(8);
    await expect(shown()).rejects.toThrow('hand-in-closed');
  });
});

describe('what is still owed', () => {
  const view = async () => {
    const { context } = server;
    const submission = (await submissionOf(context, db(), id))!;
    const all = (await handInsOf(context, db(), [id])).get(id) ?? [];
    return owedView(context, await stored(context, id), submission, all, 'de');
  };

  it('is what is neither delivered nor under way', async () => {
    const paths = async () => (await view())!.documents.map(({ path }) => path);
    expect(await paths()).toEqual(['reliefProof']);
    await hand([await upload()]);
    expect(await paths()).toEqual([]);
    expect((await view())!.handIns).toMatchObject([{ state: 'waiting' }]);
    await db().updateTable('handIn').set({ state: 'failed' }).execute();
    expect(await paths()).toEqual(['reliefProof']);
  });
  it('is handed in online as long as the application takes any, and nothing is owed once it was rejected', async () => {
    expect(await view()).toMatchObject({ online: true });
    server.passDays(8);
    expect(await view()).toMatchObject({ online: false });
    await db().updateTable('submission').set({ sentState: 'processingError' }).execute();
    expect(await view()).toBeNull();
  });
  it('has a receipt while that is kept', async () => {
    const file = await upload();
    await hand([file]);
    await db().updateTable('handIn').set({ state: 'delivered', receiptId: file }).execute();
    expect((await view())!.handIns).toMatchObject([{ hasReceipt: true }]);
    server.passDays(7);
    expect((await view())!.handIns).toMatchObject([{ hasReceipt: false }]);
  });
});
