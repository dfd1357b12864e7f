import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PIXELS } from '#domain/picture-size.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from '#forms/files.ts';
import type { Examined } from '#server/examination/examined.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { readWhole } from '#server/files/store.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { confirmationHash } from '#server/processes/form.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { ThreadBusy } from '#server/thread/thread.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { completeForm } from '#server/use-cases/complete-form.ts';
import { keepPreview } from '#server/use-cases/keep-preview.ts';
import { findUpload, takeUpload } from '#server/use-cases/upload-file.ts';
import { confirm, fillIn, nobodysSession, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
let row: ProcessRow;
beforeAll(async () => {
  server = await openTestServer();
  // Every file is as it should be.
  server.context.examineFile = async ({ read }) => ({ kept: [[0, (await read()).length]] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  server.context.scanner = null;
  session = await nobodysSession(server.context);
  row = await fillIn(server.context, session, 'hundesteuer');
});

const db = () => server.context.storage.db;
const filesOf = () =>
  db().selectFrom('file').select(['id', 'kind', 'size']).where('processId', '=', row.id).execute();
type Given = { name?: string; bytes?: Uint8Array; path?: string; by?: Session; size?: number };
const upload = ({ name = 'Nachweis.pdf', bytes = tinyPdf({ text: 'Nachweis' }), ...given }: Given = {}) =>
  takeUpload(server.context, given.by ?? session, row.id, {
    ...{ path: given.path ?? 'reliefProof', name, size: given.size ?? null, caller: 'caller' },
    content: Readable.from([bytes]),
  });

it('is kept with what its bytes say about it', async () => {
  const before = await filesOf();
  const { id, type, size } = await upload({ name: 'Nachweis.exe' });
  expect(type).toBe('application/pdf');
  expect(await findUpload(server.context, row.id, id)).toMatchObject({ id, size, checked: true });
  expect(await filesOf()).toHaveLength(before.length + 1);
});

it.each<[string, Given, string]>([
  ['of another type than the field takes', { bytes: Buffer.from('<html>') }, 'file-type-refused'],
  ['without a byte', { bytes: Buffer.from('') }, 'file-empty'],
  ['that is larger than the field takes', { bytes: Buffer.alloc(200_000_000) }, 'file-too-large'],
  ['for a field that takes none', { path: 'dogName' }, 'input-invalid'],
])('takes no file %s, and keeps nothing of it', async (_, given, refusal) => {
  const before = await filesOf();
  await expect(upload(given)).rejects.toThrow(refusal);
  expect(await filesOf()).toEqual(before);
});

describe('an examination', () => {
  let usual: TestServer['context']['examineFile'];
  beforeEach(() => {
    usual = server.context.examineFile;
  });
  afterEach(() => {
    server.context.examineFile = usual;
  });
  const examine = (how: () => Promise<Examined>) => {
    server.context.examineFile = how;
  };
  it.each([
    ['finds what is not allowed', async () => ({ fault: 'file-active' }) as const, 'file-active'],
    ['fails', () => Promise.reject(new Error('a bug')), 'file-damaged'],
    ['has no room for it', () => Promise.reject(new ThreadBusy()), 'check-unavailable'],
    ['cannot read it from the database', () => Promise.reject(new DatabaseUnavailable('away')), 'away'],
  ])('that %s lets nothing in', async (_, how, refusal) => {
    const before = await filesOf();
    examine(how);
    await expect(upload()).rejects.toThrow(refusal);
    expect(await filesOf()).toEqual(before);
  });
  it('says how large a picture may be', async () => {
    examine(async () => ({ fault: 'file-picture-too-large' }));
    await expect(upload()).rejects.toMatchObject({ details: { limit: MAX_PIXELS } });
    examine(async () => ({ fault: 'file-protected' }));
    await expect(upload()).rejects.toMatchObject({ details: {} });
  });
  it('keeps only the parts of a file that are to stay', async () => {
    examine(async () => ({
      kept: [
        [0, 10],
        [20, 25],
      ],
    }));
    const { id, size } = await upload();
    expect([size, (await filesOf()).find((one) => one.id === id)?.size]).toEqual([15, 15]);
    const bytes = tinyPdf({ text: 'Nachweis' });
    const kept = await readWhole(server.context, id);
    expect(Buffer.from(kept)).toEqual(Buffer.concat([bytes.subarray(0, 10), bytes.subarray(20, 25)]));
  });
});

it('that the scanner has refused stays out, and says why', async () => {
  const { id } = await upload();
  for (const kind of ['file-infected', 'file-uncheckable'] as const) {
    await db().updateTable('file').set({ kind }).where('id', '=', id).execute();
    await expect(findUpload(server.context, row.id, id)).rejects.toThrow(kind);
  }
});

describe('a picture in small', () => {
  const jpeg = Buffer.from('small').toString('base64');
  const keep = (fileId: string, by = session) =>
    keepPreview(server.context, by, row.id, { fileId, jpeg, caller: 'caller' });
  const picture = async () => {
    const { id } = await upload();
    await db().updateTable('file').set({ mimeType: 'image/png' }).where('id', '=', id).execute();
    return id;
  };
  const previews = () => db().selectFrom('preview').select('fileId').execute();

  it('is kept beside its file, once, for the person alone', async () => {
    const id = await picture();
    await keep(id);
    await keep(id);
    expect(await previews()).toEqual([{ fileId: id }]);
    await expect(keep(id, await nobodysSession(server.context))).rejects.toThrow('not-found');
    await expect(keep((await upload()).id)).rejects.toThrow('file-type-refused');
  });
  it('is kept only as long as the data may change', async () => {
    const id = await picture();
    await db().updateTable('process').set({ status: 'SUBMITTED' }).where('id', '=', row.id).execute();
    await expect(keep(id)).rejects.toThrow('status-conflict');
    expect(await previews()).toEqual([]);
  });
});

it('takes none from anybody else', async () => {
  const stranger = await nobodysSession(server.context);
  await expect(upload({ by: stranger })).rejects.toThrow('not-found');
});

it('takes none once the data may not change any more', async () => {
  await confirm(server.context, session, row);
  await db().updateTable('process').set({ status: 'SUBMITTED' }).where('id', '=', row.id).execute();
  await expect(upload()).rejects.toThrow('status-conflict');
});

it('takes as many files, and as many bytes, as one application may have', async () => {
  const first = await upload();
  await db().updateTable('file').set({ size: MAX_TOTAL_BYTES }).where('id', '=', first.id).execute();
  await expect(upload()).rejects.toThrow('file-limit-reached');
  await db().updateTable('file').set({ size: 1 }).where('id', '=', first.id).execute();
  for (let count = (await filesOf()).length; count < MAX_FILES; count += 1) await upload({ size: 1000 });
  await expect(upload({ size: 1000 })).rejects.toThrow('file-limit-reached');
});

it('waits for the scanner in quarantine, and does not count before', async () => {
  server.context.scanner = {
    ping: async () => undefined,
    scan: async () => {
      throw new PartnerUnavailable('scanner', '503');
    },
  };
  const { id, checked } = await upload();
  expect(checked).toBe(false);
  expect((await filesOf()).find((one) => one.id === id)?.kind).toBe('quarantined');
});

it('is found in its own application only', async () => {
  const { id } = await upload();
  const other = await fillIn(server.context, session, 'fischereischein');
  await expect(findUpload(server.context, other.id, id)).rejects.toThrow('not-found');
});

it('of another application counts for none, whatever the data names', async () => {
  const file = await upload();
  const other = await fillIn(server.context, session, 'hundesteuer');
  const { checked: _, ...value } = file;
  const data = { ...other.data, reliefProof: [value] };
  const changed = await changeData(server.context, session, other.id, {
    ...{ version: other.version, data, page: null },
  });
  const input = {
    version: changed.version,
    hash: confirmationHash(server.context, await stored(server.context, other.id)) ?? '',
    statements: [],
  };
  await expect(completeForm(server.context, session, other.id, input)).rejects.toThrow('form-invalid');
});
