import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallName, Calls } from '#contract/calls.ts';
import type { ProblemCode } from '#domain/problem.ts';
import { tinyJpeg, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { visitForm } from '#stand-ins/forms/visit.ts';
import { complete, confirmationOf, fillIn, KIEL, offerOf, pay, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { sendOwing, uploadProof } from './owing.ts';
import type { Portal } from './portal.ts';

/** Calls that change something although they read. */
type ReadThatChanges = 'getAccessData' | 'completePayment' | 'requestSamlLogin' | 'requestOidcLogin';

/**
 * Calls of other portals: a message counts once, and they send another one when its answer is lost (handovers.test.ts,
 * the sending `repeated`).
 */
type OfPortals = 'receiveHandover' | 'tellHandover';

/** Every call of people that changes something; the compiler asks for the case of a new one. */
type ChangingCall =
  | Exclude<{ [N in CallName]: Calls[N]['method'] extends 'GET' ? never : N }[CallName], OfPortals>
  | ReadThatChanges;

export type LostAnswer = {
  /** The browser that makes the call. */
  client: PortalClient;
  send(): Promise<unknown>;
  /** Answer to the repeated call; a refusal leads the browser on. */
  again: 'done' | ProblemCode;
  /** Continues with the person's aim. */
  goesOn(answer: unknown): Promise<unknown>;
};

export type World = {
  portal: Portal;
  /** A browser whose answers can be lost. */
  browser(): PortalClient;
  operatorsToken: string;
};

const LUEBECK = '010030000000';
const BUILDING = { leiKaId: '99012001001000', area: KIEL };
const dog = offerOf('hundesteuer');

const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });

async function person({ browser }: World): Promise<PortalClient> {
  const client = browser();
  await client.logIn('lindemann:eID');
  return client;
}
async function anonymous({ browser }: World): Promise<PortalClient> {
  const client = browser();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
}
async function draft(world: World) {
  const client = await person(world);
  const { id, version } = await fillIn(client, 'hundesteuer');
  return { client, id, version };
}
async function confirmed(world: World, service: 'hundesteuer' | 'fischereischein' = 'hundesteuer') {
  const client = await person(world);
  const change = service === 'fischereischein' ? { duration: 'five' } : {};
  const { id } = await fillIn(client, service, { change });
  return { client, ...(await complete(client, id)) };
}
/** A sent application for which a proof is owed, with an upload for it. */
async function owing(world: World) {
  const client = await person(world);
  const id = await sendOwing(client, 'hundesteuer');
  return { client, id, file: await uploadProof(client, id, 'reliefProof') };
}
async function paying(world: World) {
  const { client, id, version } = await confirmed(world, 'fischereischein');
  const { redirectUrl, process } = await client.call('startPayment', {
    params: { processId: id },
    body: { version },
  });
  await world.portal.partners.payment.control({
    action: 'settle',
    transactionId: redirectUrl!.split('/').at(-1)!,
    outcome: 'PAYED',
    method: 'PAYPAL',
  });
  const isSent = async () => expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });
  return { client, id, sign: process.paymentCheckoutSign!, isSent };
}
async function framed(world: World) {
  const client = await person(world);
  const { id } = await client.call('startProcess', {
    body: { metadataId: offerOf('jagdschein').metadataId, area: KIEL },
  });
  const open = () => client.call('getAccessData', { params: { id }, query: {} });
  const access = await open();
  if (access.fmsType !== 'LIP') throw new Error(access.fmsType);
  return { client, id, open, frame: access.frame };
}
/** Somebody has come from the neighbour, and their browser shows the page that opens the hand-over. */
export async function sentHere({ portal, browser }: World) {
  const sent = await portal.partners.neighbour.send({
    service: { leiKaId: dog.leiKaId, regionalKey: KIEL },
    kind: 'data',
    locale: 'de',
  });
  const { pathname, search, searchParams } = new URL(sent.address!);
  const client = browser();
  await client.fetch(`${pathname}${search}`, { headers: { accept: 'text/html' } });
  const open = () =>
    client.call('openHandover', { query: { lang: 'de' }, body: { code: searchParams.get('handover')! } });
  return { client, open };
}
export const startHere = (client: PortalClient, handover?: string) =>
  client.call('startProcess', {
    body: { metadataId: dog.metadataId, area: KIEL, ...(handover && { handover }) },
  });
const depart = (client: PortalClient) =>
  client.call('startHandover', { body: { ...BUILDING, lang: 'de', withPerson: false } });

export const lostAnswers: Record<ChangingCall, (world: World) => Promise<LostAnswer>> = {
  startProcess: async (world) => {
    const client = await person(world);
    const goesOn = (answer: unknown) => confirmationOf(client, (answer as { id: string }).id);
    return { client, send: () => startHere(client), again: 'done', goesOn };
  },
  deleteDraft: async (world) => {
    const { client, id } = await draft(world);
    const goesOn = async () => {
      const drafts = await client.call('listDrafts', { query: {} });
      expect(drafts.map((one) => one.id)).not.toContain(id);
    };
    const send = () => client.call('deleteDraft', { query: { id } });
    return { client, send, again: 'not-found', goesOn };
  },
  getAccessData: async (world) => {
    const { client, open } = await framed(world);
    const goesOn = async (answer: unknown) => {
      const { frame } = answer as { frame: Parameters<typeof visitForm>[0] };
      await visitForm(frame).then((visit) => visit.fill({ locality: 'Plön' }));
    };
    return { client, send: open, again: 'done', goesOn };
  },
  prolongForm: async (world) => {
    const { client, id, frame } = await framed(world);
    const send = () => client.call('prolongForm', { params: { id }, body: { caseId: frame.caseId } });
    return { client, send, again: 'done', goesOn: () => visitForm(frame) };
  },
  reportFrame: async (world) => {
    const { client, id, frame, open } = await framed(world);
    const body = { caseId: frame.caseId, reason: 'silent' } as const;
    const send = () => client.call('reportFrame', { params: { id }, body });
    return { client, send, again: 'done', goesOn: open };
  },
  saveProgress: async (world) => {
    const { client, id, version } = await draft(world);
    const { data } = await client.openForm({ params: { id }, query: {} });
    const changed = { ...(data as object), dogName: 'Waldi' };
    const save = (from: number) =>
      client.call('saveProgress', { params: { id }, body: { version: from, data: changed, page: null } });
    const goesOn = async () => {
      const stored = await client.openForm({ params: { id }, query: {} });
      expect(stored.data).toMatchObject({ dogName: 'Waldi' });
      await save(stored.version);
    };
    return { client, send: () => save(version), again: 'version-conflict', goesOn };
  },
  touchProcess: async (world) => {
    const { client, id } = await draft(world);
    const send = () => client.call('touchProcess', { params: { id } });
    return { client, send, again: 'done', goesOn: () => complete(client, id) };
  },
  chooseMails: async (world) => {
    const { client, id } = await draft(world);
    const send = () => client.call('chooseMails', { params: { id }, body: { wanted: false } });
    return { client, send, again: 'done', goesOn: () => complete(client, id) };
  },
  persistProcess: async (world) => {
    const client = await anonymous(world);
    const { id } = await fillIn(client, 'hundesteuer');
    await client.logIn('thomsen:Elster');
    const send = () => client.call('persistProcess', { params: { id } });
    const goesOn = async () => {
      const drafts = await client.call('listDrafts', { query: {} });
      expect(drafts.map((one) => one.id)).toContain(id);
    };
    return { client, send, again: 'done', goesOn };
  },
  completeProcess: async (world) => {
    const { client, id } = await draft(world);
    const body = await confirmationOf(client, id);
    const send = () => client.call('completeProcess', { params: { id }, body });
    const goesOn = async () => {
      expect(await read(client, id)).toMatchObject({ status: 'COMPLETED' });
      expect(await submit(client, id)).toMatchObject({ status: 'SUBMITTED' });
    };
    return { client, send, again: 'status-conflict', goesOn };
  },
  changePlace: async (world) => {
    const { client, id } = await draft(world);
    const send = () => client.call('changePlace', { params: { id }, body: { area: LUEBECK } });
    const goesOn = async () => {
      expect((await read(client, id)).area.key).toBe(LUEBECK);
      await complete(client, id);
    };
    return { client, send, again: 'done', goesOn };
  },
  chooseNotice: async (world) => {
    const client = await person(world);
    const { id } = await fillIn(client, 'wohngeld');
    const { version } = await complete(client, id);
    const body = { version, electronicNoticeDelivery: true };
    const send = () => client.call('chooseNotice', { params: { id }, body });
    const goesOn = async () =>
      expect(await read(client, id)).toMatchObject({ status: 'ELECTRONIC_NOTICE_SELECTED' });
    return { client, send, again: 'version-conflict', goesOn };
  },
  submitProcess: async (world) => {
    const { client, id } = await confirmed(world);
    const send = () => client.call('submitProcess', { params: { id } });
    const goesOn = async () => expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });
    return { client, send, again: 'status-conflict', goesOn };
  },
  acknowledgeResult: async (world) => {
    const { client, id } = await confirmed(world);
    await submit(client, id);
    const send = () => client.call('acknowledgeResult', { params: { id } });
    const goesOn = async () => {
      const sent = await client.call('listSent', { query: {} });
      expect(sent.map((one) => one.id)).toContain(id);
    };
    return { client, send, again: 'done', goesOn };
  },
  markSeen: async (world) => {
    const { client, id } = await confirmed(world);
    await submit(client, id);
    const seen = async () =>
      (await client.call('listSent', { query: {} })).find((one) => one.id === id)?.newsSince;
    await expect.poll(seen, { timeout: 120_000 }).not.toBeNull();
    const body = { status: 'SUCCESSFULLY_SUBMITTED' } as const;
    const send = () => client.call('markSeen', { params: { id }, body });
    return { client, send, again: 'done', goesOn: async () => expect(await seen()).toBeNull() };
  },
  repeatApplication: async (world) => {
    const { client, id } = await confirmed(world);
    await submit(client, id);
    const send = () => client.call('repeatApplication', { params: { id }, body: { lang: 'de' } });
    const goesOn = (answer: unknown) =>
      client.openForm({ params: { id: (answer as { process: { id: string } }).process.id }, query: {} });
    return { client, send, again: 'done', goesOn };
  },
  uploadFile: async (world) => {
    const { client, id } = await draft(world);
    const send = () => client.upload(id, 'reliefProof', 'nachweis.pdf', tinyPdf({ text: 'Nachweis' }));
    const goesOn = async (answer: unknown) => {
      const { id: file } = answer as { id: string };
      await client.call('getUpload', { params: { id, file } });
    };
    return { client, send, again: 'done', goesOn };
  },
  uploadHandIn: async (world) => {
    const { client, id } = await owing(world);
    const send = () => client.uploadHandIn(id, 'reliefProof', 'nachweis.pdf', tinyPdf({ text: 'Nachweis' }));
    const goesOn = async (answer: unknown) => {
      const { id: file } = answer as { id: string };
      await client.call('handIn', { params: { id }, query: {}, body: { files: [file] } });
    };
    return { client, send, again: 'done', goesOn };
  },
  dropHandInFile: async (world) => {
    const { client, id, file } = await owing(world);
    const send = () => client.call('dropHandInFile', { params: { id, file } });
    const goesOn = async () =>
      expect((await client.call('getHandIn', { params: { id }, query: {} })).files).toEqual([]);
    return { client, send, again: 'done', goesOn };
  },
  handIn: async (world) => {
    const { client, id, file } = await owing(world);
    const send = () => client.call('handIn', { params: { id }, query: {}, body: { files: [file] } });
    const goesOn = async (answer: unknown) =>
      expect((answer as { handIns: unknown[] }).handIns).toHaveLength(1);
    return { client, send, again: 'done', goesOn };
  },
  repeatHandIn: async (world) => {
    const { client, id, file } = await owing(world);
    const { handIns } = await client.call('handIn', {
      params: { id },
      query: {},
      body: { files: [file] },
    });
    const send = () => client.call('repeatHandIn', { params: { id, handIn: handIns[0]!.id }, query: {} });
    const goesOn = async (answer: unknown) =>
      expect((answer as { handIns: unknown[] }).handIns).toHaveLength(1);
    return { client, send, again: 'done', goesOn };
  },
  keepPreview: async (world) => {
    const { client, id } = await draft(world);
    const { id: file } = await client.upload(id, 'reliefProof', 'nachweis.jpg', tinyJpeg());
    const params = { id, file };
    const jpeg = Buffer.from(tinyJpeg()).toString('base64');
    const send = () => client.call('keepPreview', { params, body: { jpeg } });
    const goesOn = async () =>
      expect((await client.fetch(`/api/process/${id}/upload/${file}/preview`)).status).toBe(200);
    return { client, send, again: 'done', goesOn };
  },
  decideConflict: async (world) => {
    const client = await anonymous(world);
    const { id } = await fillIn(client, 'bewohnerparkausweis', { change: { familyName: 'Anders' } });
    await complete(client, id);
    await client.logIn('lindemann:eID', { processId: id });
    await client.call('persistProcess', { params: { id } });
    const params = { id };
    const { version, hash, differences } = await client.call('getConflict', { params, query: {} });
    const apply = differences.map(({ key }) => key);
    expect(apply).not.toEqual([]);
    const body = { version, hash, apply, keep: [], correct: [] };
    const send = () => client.call('decideConflict', { params, body });
    const goesOn = async () => {
      expect(await read(client, id)).toMatchObject({ facts: { conflictOpen: false } });
      await complete(client, id);
    };
    return { client, send, again: 'status-conflict', goesOn };
  },
  holdEditing: async (world) => {
    const { client, id } = await draft(world);
    const window = randomUUID();
    client.window = window;
    const send = () => client.call('holdEditing', { params: { id }, body: { window, waits: false } });
    return { client, send, again: 'done', goesOn: () => complete(client, id) };
  },
  takeEditing: async (world) => {
    const { client, id } = await draft(world);
    const window = randomUUID();
    client.window = window;
    const send = () => client.call('takeEditing', { params: { id }, body: { window } });
    return { client, send, again: 'done', goesOn: () => complete(client, id) };
  },
  releaseEditing: async (world) => {
    const { client, id } = await draft(world);
    const window = randomUUID();
    await client.call('holdEditing', { params: { id }, body: { window, waits: false } });
    const send = () => client.call('releaseEditing', { params: { id }, body: { window } });
    return { client, send, again: 'done', goesOn: () => complete(client, id) };
  },
  openHandover: async (world) => {
    const { client, open } = await sentHere(world);
    const goesOn = async (answer: unknown) => {
      await client.call('openPseudo', { body: { locale: 'de' } });
      await startHere(client, (answer as { id: string }).id);
    };
    return { client, send: open, again: 'done', goesOn };
  },
  leaveHandover: async (world) => {
    const client = world.browser();
    const { id } = await depart(client);
    const send = () => client.call('leaveHandover', { params: { id } });
    const goesOn = async (answer: unknown) => {
      const page = await fetch((answer as { address: string }).address);
      expect(page.status).toBe(200);
    };
    return { client, send, again: 'done', goesOn };
  },
  startHandover: async (world) => {
    const client = world.browser();
    const goesOn = (answer: unknown) =>
      client.call('leaveHandover', { params: { id: (answer as { id: string }).id } });
    return { client, send: () => depart(client), again: 'done', goesOn };
  },
  askHandover: async (world) => {
    const client = world.browser();
    const { id } = await depart(client);
    await client.call('leaveHandover', { params: { id } });
    const send = () => client.call('askHandover', { params: { id } });
    return { client, send, again: 'done', goesOn: send };
  },
  saveAnswers: async (world) => {
    const client = await anonymous(world);
    const { id } = await fillIn(client, 'hundesteuer');
    const send = () => client.call('saveAnswers', { params: { id }, query: {} });
    const goesOn = (answer: unknown) => {
      const { file, code } = answer as { file: string; code: string };
      return client.call('restoreAnswers', {
        body: { file, code, metadataId: dog.metadataId, area: KIEL, lang: 'de' },
      });
    };
    return { client, send, again: 'done', goesOn };
  },
  restoreAnswers: async (world) => {
    const client = await anonymous(world);
    const { id } = await fillIn(client, 'hundesteuer');
    const { file, code } = await client.call('saveAnswers', { params: { id }, query: {} });
    const body = { file, code, metadataId: dog.metadataId, area: KIEL, lang: 'de' } as const;
    const send = () => client.call('restoreAnswers', { body });
    const goesOn = (answer: unknown) =>
      client.openForm({ params: { id: (answer as { process: { id: string } }).process.id }, query: {} });
    return { client, send, again: 'done', goesOn };
  },
  startPayment: async (world) => {
    const { client, ...process } = await confirmed(world, 'fischereischein');
    const { id, version } = process;
    const send = () => client.call('startPayment', { params: { processId: id }, body: { version } });
    // The browser goes on with the version that it reads then.
    const goesOn = async () => {
      await pay(client, await read(client, id));
      expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });
    };
    return { client, send, again: 'version-conflict', goesOn };
  },
  checkPayment: async (world) => {
    const { client, id, isSent } = await paying(world);
    const send = () => client.call('checkPayment', { params: { processId: id } });
    return { client, send, again: 'done', goesOn: isSent };
  },
  completePayment: async (world) => {
    const { client, sign, isSent } = await paying(world);
    const send = () => client.call('completePayment', { query: { result: 'PAYED', id: sign } });
    return { client, send, again: 'done', goesOn: isSent };
  },
  prolongSession: async (world) => {
    const client = await person(world);
    const send = () => client.call('prolongSession', {});
    return { client, send, again: 'done', goesOn: () => startHere(client) };
  },
  openPseudo: async (world) => {
    const client = world.browser();
    const send = () => client.call('openPseudo', { body: { locale: 'de' } });
    return { client, send, again: 'done', goesOn: () => startHere(client) };
  },
  requestSamlLogin: async (world) => {
    const client = world.browser();
    const send = () =>
      client.call('requestSamlLogin', {
        query: {
          providerId: 'nkb',
          redirect: '/nutzerkonto',
          cancelUrl: '/',
          locale: 'de',
          timezone: 'Europe/Berlin',
        },
      });
    return { client, send, again: 'done', goesOn: () => client.logIn('lindemann:eID') };
  },
  requestOidcLogin: async (world) => {
    const client = world.browser();
    const send = () =>
      client.call('requestOidcLogin', {
        query: { providerId: 'sk', redirect: '/nutzerkonto', locale: 'de', timezone: 'Europe/Berlin' },
      });
    return { client, send, again: 'done', goesOn: send };
  },
  endLogin: async (world) => {
    const client = await person(world);
    await person(world);
    const logins = () => client.call('listLogins', {});
    const { id } = (await logins()).find(({ isThis }) => !isThis)!;
    const send = () => client.call('endLogin', { params: { id } });
    const goesOn = async () => expect((await logins()).map((one) => one.id)).not.toContain(id);
    return { client, send, again: 'not-found', goesOn };
  },
  eraseSession: async (world) => {
    const client = await anonymous(world);
    await fillIn(client, 'hundesteuer');
    const send = () => client.call('eraseSession', { query: {} });
    const goesOn = async (answer: unknown) => {
      expect(answer).toMatchObject([{ fate: 'erased' }]);
      expect((await client.call('getUser', {})).user).toBeNull();
      await client.call('openPseudo', { body: { locale: 'de' } });
      await startHere(client);
    };
    return { client, send, again: 'done', goesOn };
  },
  removeSent: async (world) => {
    const { client, id } = await owing(world);
    const goesOn = async () => {
      const sent = await client.call('listSent', { query: {} });
      expect(sent.map((one) => one.id)).not.toContain(id);
    };
    return { client, send: () => client.call('removeSent', { params: { id } }), again: 'not-found', goesOn };
  },
  erasePerson: async (world) => {
    const { client } = await draft(world);
    const send = () => client.call('erasePerson', { query: {} });
    const goesOn = async (answer: unknown) => {
      expect(answer).toMatchObject({ more: false, account: 'nkb' });
      expect((await client.call('getUser', {})).user).toBeNull();
    };
    return { client, send, again: 'done', goesOn };
  },
  logout: async (world) => {
    const client = await person(world);
    const send = () => client.call('logout', { query: {} });
    const goesOn = async (answer: unknown) => {
      expect(answer).toMatchObject({ account: { providerId: 'nkb' } });
      expect((await client.call('getUser', {})).user).toBeNull();
      await client.logIn('lindemann:eID');
    };
    return { client, send, again: 'done', goesOn };
  },
  openWorkshop: async (world) => {
    const client = world.browser();
    const send = () => client.call('openWorkshop', { body: { token: world.operatorsToken } });
    return { client, send, again: 'done', goesOn: () => client.call('getTotals', { query: {} }) };
  },
  closeWorkshop: async (world) => {
    const client = world.browser();
    const enter = () => client.call('openWorkshop', { body: { token: world.operatorsToken } });
    await enter();
    const send = () => client.call('closeWorkshop', {});
    return { client, send, again: 'done', goesOn: enter };
  },
};
