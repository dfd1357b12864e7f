import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLipServer } from '#server/engines/lip/server.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import {
  FormCaseLost,
  type FormServer,
  FormServerOutdated,
  FormServerRefused,
  type FormServerState,
  type Opening,
  type ServedFile,
} from '#server/ports/form-server.ts';
import type { Session } from '#server/sessions/session.ts';
import { holdEditing } from '#server/use-cases/edit-in-window.ts';
import { openFormFrame } from '#server/use-cases/open-form-frame.ts';
import { prolongForm } from '#server/use-cases/prolong-form.ts';
import { reportFrame } from '#server/use-cases/report-frame.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { takeFormProgress } from '#server/use-cases/take-form-progress.ts';
import { LEASE_MS } from '#server/windows/editing.ts';
import { KIEL, logIn, nobodysSession, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
let id: string;
/** State of the only case that the form server has. */
let state: FormServerState;
let opened: Opening[];
/** Bytes of its files, by their ids. */
let bytes: Record<string, Uint8Array>;
/** Fault of the next calls, in place of an answer. */
let fault: Error | null;
/** Runs while it is asked. */
let meanwhile: () => Promise<unknown>;

const newSession = new Date('2030-01-01');

beforeAll(async () => {
  server = await openTestServer();
  server.context.examineFile = async ({ read }) => ({ kept: [[0, (await read()).length]] });
  server.context.formServers = new Map([['LIP', formServer()]]);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
  [opened, bytes, fault, meanwhile] = [[], {}, null, async () => undefined];
  state = {
    formId: 'jagdschein',
    revision: 0,
    page: null,
    complete: false,
    data: {},
    files: [],
    faults: [],
    summary: { de: [], en: [] },
    feeCents: null,
    lastInput: null,
  };
  id = await begin(session);
});

/** A form server without a wire: what it says is stored as by the true one. */
function formServer(): FormServer {
  const config = { url: 'https://forms.example', timeoutMs: 1 } as Parameters<typeof createLipServer>[0];
  const { toStore, storedOf } = createLipServer(config, 'https://portal.example');
  const answer = async <T>(value: T): Promise<T> => {
    await meanwhile();
    if (fault) throw fault;
    return value;
  };
  return {
    ...{ toStore, storedOf },
    open: (_, opening) => {
      opened.push(opening);
      return answer({ address: 'https://forms.example/frame', token: randomUUID(), caseId: randomUUID() });
    },
    state: () => answer(state),
    async *readFile(_, file) {
      yield await answer(bytes[file.id]!);
    },
    prolong: () => answer(newSession),
    close: () => answer(undefined),
  };
}

async function begin(by: Session): Promise<string> {
  const offers = [...server.context.content().metadata.values()];
  const { metadataId } = offers.find(
    ({ fmsFormId, areas }) => fmsFormId === 'jagdschein' && areas.includes(KIEL),
  )!;
  const start = { metadataId, area: KIEL, locale: 'de', counted: false } as const;
  return (await startApplication(server.context, by, start)).id;
}

const open = (by = session, lang?: 'en') => openFormFrame(server.context, by, id, { lang });
const enter = (name: string, more: Partial<FormServerState> = {}) => {
  state = { ...state, revision: state.revision + 1, data: { name }, ...more };
};
const take = async (caseId: string, by = session) =>
  takeFormProgress(server.context, by, id, { version: (await stored(server.context, id)).version, caseId });
const told = async () => (await stored(server.context, id)).data.told;
const pdf = (): ServedFile => {
  const content = tinyPdf({ text: 'Zeugnis' });
  const fileId = randomUUID();
  bytes[fileId] = content;
  return {
    id: fileId,
    path: 'certificate',
    label: { de: 'Zeugnis', en: 'Certificate' },
    name: 'Zeugnis.pdf',
    size: content.length,
    type: 'application/pdf',
    sha256: createHash('sha256').update(content).digest('hex'),
  };
};
const files = () => server.context.storage.db.selectFrom('file').select(['id', 'kind']).execute();
const here = { window: 'aaaaaaaa-0000-4000-8000-000000000000' };
const edits = () =>
  holdEditing(server.context, session, id, {
    ...here,
    ...{ gone: new AbortController().signal, waits: false },
  });

describe('the entries of a form server', () => {
  it('are stored, as often as they are new, and each is a new version', async () => {
    const { frame, row } = await open();
    enter('Petra');
    const first = await take(frame.caseId);
    expect(first.row.version).toBe(row.version + 1);
    expect(await told()).toMatchObject({ caseId: frame.caseId, revision: 1, data: { name: 'Petra' } });
    server.passDays(0.001);
    state = { ...state, lastInput: new Date() };
    expect((await take(frame.caseId)).row).toEqual(first.row);
    expect(first.complete).toBe(false);
  });
  it('change what was completed, also where they are the same', async () => {
    const { frame } = await open();
    enter('Petra');
    const { row } = await take(frame.caseId);
    await server.context.storage.db.updateTable('process').set({ status: 'COMPLETED' }).execute();
    const again = await take(frame.caseId);
    expect([again.row.status, again.row.version]).toEqual(['EDITING', row.version]);
  });
  it('are not taken for a window while another one edits', async () => {
    const { frame } = await open();
    enter('Petra');
    await edits();
    const there = { ...session, window: { window: 'bbbbbbbb-0000-4000-8000-000000000000' } };
    await expect(take(frame.caseId, there)).rejects.toThrow('edited-elsewhere');
    expect(await told()).toBeNull();
  });
  it('count only in the version that was seen, and for the session that has opened the form', async () => {
    const { frame } = await open();
    enter('Petra');
    const { version } = await stored(server.context, id);
    const late = takeFormProgress(server.context, session, id, {
      version: version - 1,
      caseId: frame.caseId,
    });
    await expect(late).rejects.toThrow('version-conflict');
    await expect(take(randomUUID())).rejects.toThrow('form-session-lost');
    await expect(take(frame.caseId, await nobodysSession(server.context))).rejects.toThrow('not-found');
    expect(await told()).toBeNull();
  });
  it('are refused where the application has changed while they were asked for', async () => {
    const { frame } = await open();
    enter('Petra');
    const changes = server.context.storage.db.updateTable('process').set((eb) => ({
      version: eb('version', '+', 1),
    }));
    meanwhile = () => changes.execute();
    await expect(take(frame.caseId)).rejects.toThrow('version-conflict');
    expect(await told()).toBeNull();
  });
  it('of another session of the same person are not theirs either', async () => {
    session = await logIn(server.context, 'petra', {});
    id = await begin(session);
    const { frame } = await open();
    const other = await logIn(server.context, 'petra', {});
    await expect(take(frame.caseId, other)).rejects.toThrow('form-session-lost');
    const { context } = server;
    await expect(prolongForm(context, other, id, frame.caseId)).rejects.toThrow('form-session-lost');
    const report = { caseId: frame.caseId, reason: 'origin' } as never;
    await expect(reportFrame(context, other, id, report)).rejects.toThrow('form-session-lost');
    expect(server.recorded().filter(({ event }) => event === 'form-server')).toEqual([]);
  });
  it('older than what was stored are refused, and that is noted', async () => {
    const { frame } = await open();
    enter('Petra', { revision: 2 });
    await take(frame.caseId);
    enter('Jan', { revision: 1 });
    await expect(take(frame.caseId)).rejects.toThrow('form-server-refused');
    expect(await told()).toMatchObject({ revision: 2, data: { name: 'Petra' } });
    expect(server.recorded()).toContainEqual(
      expect.objectContaining({ event: 'form-server', outcome: 'refused', reason: 'answer', process: id }),
    );
  });
  it('of another case begin to count anew', async () => {
    const { frame } = await open();
    enter('Petra', { revision: 5 });
    await take(frame.caseId);
    const next = await open();
    enter('Jan', { revision: 1 });
    await take(next.frame.caseId);
    expect(await told()).toMatchObject({ revision: 1, data: { name: 'Jan' } });
  });
  it('are complete once the form server and the portal have everything', async () => {
    const { frame } = await open();
    enter('Petra', { complete: true, files: [pdf(), pdf()] });
    expect(await take(frame.caseId)).toMatchObject({ complete: true, refusedFiles: [] });
    expect(await files()).toMatchObject([{ kind: 'upload' }, { kind: 'upload' }]);
    // A file that is stored is not fetched again.
    bytes = {};
    enter('Jan');
    expect(await take(frame.caseId)).toMatchObject({ complete: true, refusedFiles: [] });
    expect(await files()).toHaveLength(2);
  });
  it.each([
    ['are other ones than it had announced', new FormServerRefused('file'), 'form-server-refused'],
    ['do not come', new PartnerUnavailable('form server', 'no'), 'form server'],
  ])('are not taken at all while the bytes of a file %s', async (_, said, refusal) => {
    const { frame } = await open();
    enter('Petra', { files: [pdf()] });
    let calls = 0;
    meanwhile = async () => {
      calls += 1;
      if (calls === 2) throw said;
    };
    await expect(take(frame.caseId)).rejects.toThrow(refusal);
    expect([await told(), await files()]).toEqual([null, []]);
  });
  it('are not taken with what no database stores', async () => {
    const { frame } = await open();
    enter('Petra\0');
    await expect(take(frame.caseId)).rejects.toThrow('input-invalid');
  });
  it.each([
    ['is empty', (file: ServedFile) => (bytes[file.id] = new Uint8Array()), 'file-empty'],
    [
      'is nothing that the portal takes',
      (file: ServedFile) => (bytes[file.id] = Buffer.from('hello')),
      'file-type-refused',
    ],
  ])('are not complete with a file that %s', async (_, change, code) => {
    const { frame } = await open();
    const [good, bad] = [pdf(), pdf()];
    change(bad);
    enter('Petra', { complete: true, files: [good, bad] });
    const { complete, refusedFiles } = await take(frame.caseId);
    expect(complete).toBe(false);
    expect(refusedFiles).toEqual([{ name: bad.name, label: bad.label, code }]);
    expect(await files()).toMatchObject([{ kind: 'upload' }]);
  });
});

describe('a form of a form server', () => {
  it('is opened with what is stored, in the language of the page or of the application', async () => {
    const { frame } = await open();
    enter('Petra', { page: 'second' });
    await take(frame.caseId);
    await open(session, 'en');
    expect(opened).toMatchObject([
      { processId: id, locale: 'de', page: null },
      { locale: 'en', page: 'second', stored: { told: { data: { name: 'Petra' } } } },
    ]);
  });
  it('is opened again with what was entered last and nobody had reported', async () => {
    const { row } = await open();
    enter('Petra');
    const again = await open();
    expect(again.row.version).toBe(row.version + 1);
    expect(opened[1]!.stored).toMatchObject({ told: { data: { name: 'Petra' } } });
  });
  it('is opened again without a new version when nothing was entered since', async () => {
    const { frame } = await open();
    enter('Petra');
    const { row } = await take(frame.caseId);
    state = { ...state, data: { name: 'Jan' } };
    expect((await open()).row.version).toBe(row.version);
    expect(await told()).toMatchObject({ data: { name: 'Petra' } });
  });
  it.each([
    ['has ended', new FormCaseLost()],
    ['is of a server that is away', new PartnerUnavailable('form server', 'no')],
  ])('is opened again where the case before %s', async (_, lost) => {
    await open();
    const { state: before } = server.context.formServers.get('LIP')!;
    server.context.formServers.get('LIP')!.state = async () => {
      throw lost;
    };
    try {
      expect((await open()).frame.caseId).toBeTruthy();
    } finally {
      server.context.formServers.get('LIP')!.state = before;
    }
  });
  it('is not opened again over an error that is the portal\u2019s own', async () => {
    await open();
    meanwhile = async () => {
      throw new Error('a mistake');
    };
    await expect(open()).rejects.toThrow('a mistake');
    expect(opened).toHaveLength(1);
  });
  it('is not opened again for an application that is gone meanwhile', async () => {
    await open();
    enter('Petra');
    meanwhile = () => server.context.storage.db.deleteFrom('process').execute();
    await expect(open()).rejects.toThrow('not-found');
    expect(opened).toHaveLength(1);
  });
  it('is not taken from the window that edits it, by another one or by none', async () => {
    await edits();
    await expect(open()).rejects.toThrow('edited-elsewhere');
    const there = { ...session, window: { window: 'bbbbbbbb-0000-4000-8000-000000000000' } };
    await expect(open(there)).rejects.toThrow('edited-elsewhere');
    expect(opened).toEqual([]);
    await open({ ...session, window: here });
    server.passDays(LEASE_MS / 86_400_000);
    expect((await open()).frame.caseId).toBeTruthy();
  });
  it('is not taken from a window that has begun to edit while the form server was asked', async () => {
    meanwhile = edits;
    await expect(open()).rejects.toThrow('edited-elsewhere');
    expect(await server.context.storage.db.selectFrom('formCase').select('caseId').execute()).toEqual([]);
  });
  it.each([
    [new FormCaseLost(), 'form-session-lost', 0],
    [new FormServerOutdated('open'), 'form-server-outdated', 0],
    [new FormServerRefused('open'), 'form-server-refused', 1],
  ])('is not opened where its server says %o', async (said, code, noted) => {
    fault = said;
    await expect(open()).rejects.toThrow(code);
    expect(server.recorded().filter(({ event }) => event === 'form-server')).toHaveLength(noted);
  });
  it('cannot be opened where no form server is there, or no form', async () => {
    const { formServers, content } = server.context;
    server.context.formServers = new Map();
    await expect(open()).rejects.toThrow('form-server-unavailable');
    server.context.formServers = formServers;
    server.context.content = () => ({ ...content(), forms: new Map() });
    await expect(open()).rejects.toThrow('form-not-found');
    server.context.content = content;
  });
});

it('a session at the form server is prolonged by the one who has opened it', async () => {
  const { frame } = await open();
  expect(await prolongForm(server.context, session, id, frame.caseId)).toBe(newSession);
  const strange = await nobodysSession(server.context);
  await expect(prolongForm(server.context, strange, id, frame.caseId)).rejects.toThrow('not-found');
});

it('a frame that a page has closed is noted, of the case that the session has opened', async () => {
  const { frame } = await open();
  const report = (by: Session, caseId = frame.caseId) =>
    reportFrame(server.context, by, id, { caseId, reason: 'origin' } as never);
  await report(session);
  expect(server.recorded()).toMatchObject([
    { event: 'form-server', outcome: 'refused', reason: 'origin', process: id },
  ]);
  await expect(report(await nobodysSession(server.context))).rejects.toThrow('not-found');
  await expect(report(session, randomUUID())).rejects.toThrow('form-session-lost');
});
