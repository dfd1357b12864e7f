import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { complete, confirmationOf, KIEL } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { makeProbeContent, offerOfProbe, type Probe } from './probe-content.ts';
import { storedProcess } from './stored-rows.ts';

const UNIT = 'unit-kiel';
const free: Probe = { mode: 'none', noticeAllowed: false };
const withNotice: Probe = { mode: 'none', noticeAllowed: true };
const withLogin: Probe = { mode: 'start', noticeAllowed: false };
const withLevel: Probe = { mode: 'complete', noticeAllowed: false };
const ended: Probe = { mode: 'complete', noticeAllowed: true };
const at = (probe: Probe) => offerOfProbe(probe).area;
/** A place without an offer of the probe. */
const ELSEWHERE = '010570057057';

let content: Awaited<ReturnType<typeof makeProbeContent>>;
let portal: Portal;

/** An area that had its last day before these tests were written. */
async function endArea(area: string): Promise<void> {
  const file = path.join(content.dir, 'places', 'areas.csv');
  const [head, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const withEnd = lines.map((line) => `${line},,${line.startsWith(area) ? '2020-12-31' : ''}`);
  await writeFile(file, [`${head},validFrom,validTo`, ...withEnd, ''].join('\n'));
}

beforeAll(async () => {
  content = await makeProbeContent({}, ({ mode, noticeAllowed }) =>
    mode === withLevel.mode && !noticeAllowed ? { trustLevel: 'substantial', idpIds: ['nkb'] } : {},
  );
  await endArea(at(ended));
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const anonymous = async (): Promise<PortalClient> => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};
const person = async (choice: LoginChoice): Promise<PortalClient> => {
  const client = portal.client();
  await client.logIn(choice);
  return client;
};
const data = { amount: 700, town: 'Zuhause' };
const begin = (client: PortalClient, unit?: string) =>
  client.call('startProcess', {
    body: {
      ...offerOfProbe(free),
      externalProcessData: data,
      ...(unit && { responsibleDataProcessingUnitId: unit }),
    },
  });
const move = (client: PortalClient, id: string, area: string) =>
  client.call('changePlace', { params: { id }, query: {}, body: { area } });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const stored = (id: string) => storedProcess(portal, id);

describe('another place', () => {
  it('keeps what was typed, and everything else follows the offer there', async () => {
    const client = await anonymous();
    const { id, version, metadata } = await begin(client, UNIT);
    const moved = await move(client, id, at(withNotice));
    expect(moved).toMatchObject({
      version,
      status: 'CREATED',
      area: { key: at(withNotice) },
      facts: { mode: 'none', noticeAllowed: true, feeCents: 0 },
    });
    expect(moved.metadata.metadataId).toBe(offerOfProbe(withNotice).metadataId);
    expect(moved.metadata.authority.name).not.toBe(metadata.authority.name);
    const { data: typed } = await client.openForm({ params: { id }, query: {} });
    expect(typed).toEqual({ ...data, savedAs: '' });
    expect(await stored(id)).toMatchObject({
      metadataId: offerOfProbe(withNotice).metadataId,
      areaKey: at(withNotice),
      // The former unit belonged to the former authority.
      responsibleDataProcessingUnitId: null,
    });
  });

  it('of the same authority keeps the unit there', async () => {
    const client = await anonymous();
    const { id } = await begin(client, UNIT);
    await move(client, id, at(free));
    expect(await stored(id)).toMatchObject({ responsibleDataProcessingUnitId: UNIT });
  });

  it('is not in the way of what is being typed meanwhile', async () => {
    const client = await anonymous();
    const { id, version } = await begin(client);
    await move(client, id, at(withNotice));
    const body = { version, data: { ...data, amount: 900 }, page: 'only' };
    const saved = await client.call('saveProgress', { params: { id }, query: {}, body });
    expect(saved).toMatchObject({ status: 'EDITING', version: version + 1 });
  });

  it('is not the one that a summary was read for', async () => {
    const client = await anonymous();
    const { id, version } = await begin(client);
    const seen = await confirmationOf(client, id);
    const moved = await move(client, id, at(withNotice));
    // A window without news of the change learns the recipient from the next summary.
    const { metadata, area } = await client.call('getSnapshot', { params: { id }, query: {} });
    expect({ metadata, area }).toEqual({ metadata: moved.metadata, area: moved.area });
    const body = { ...seen, version };
    expect(await refusal(client.call('completeProcess', { params: { id }, body }))).toMatchObject({
      code: 'summary-changed',
    });
  });

  it('is told in the language of the page', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    const params = { id };
    const moved = await client.call('changePlace', {
      params,
      query: { lang: 'en' },
      body: { area: at(withNotice) },
    });
    expect(moved).toMatchObject({ locale: 'en', metadata: { lang: 'en' } });
  });
});

describe('there is no other place', () => {
  it.each([
    ['where the form is not offered', ELSEWHERE],
    ['that does not exist', '010999999999'],
    ['that exists no more', at(ended)],
  ])('%s', async (_, area) => {
    const client = await anonymous();
    const { id } = await begin(client);
    expect(await refusal(move(client, id, area))).toMatchObject({ status: 422, code: 'place-not-covered' });
    expect((await client.call('getProcess', { params: { id }, query: {} })).area.key).toBe(at(free));
  });

  it('that is no key of an area', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    expect(await refusal(move(client, id, 'Kiel'))).toMatchObject({ status: 400, code: 'input-invalid' });
  });

  it('for a person whose login is not enough there', async () => {
    const nobody = await anonymous();
    const { id } = await begin(nobody);
    expect(await refusal(move(nobody, id, at(withLogin)))).toMatchObject({
      status: 422,
      code: 'place-needs-login',
      accepted: ['nkb'],
    });
    const weak = await person('lindemann:Benutzername');
    const own = await begin(weak);
    expect(await move(weak, own.id, at(withLogin))).toMatchObject({ facts: { mode: 'start' } });
    expect(await refusal(move(weak, own.id, at(withLevel)))).toMatchObject({
      code: 'place-needs-login',
      trustLevel: 'substantial',
    });
  });

  it('for somebody else, or without a session', async () => {
    const { id } = await begin(await anonymous());
    expect(await refusal(move(await anonymous(), id, at(free)))).toMatchObject({ code: 'not-found' });
    expect(await refusal(move(portal.client(), id, at(free)))).toMatchObject({ code: 'login-required' });
  });

  it('while another window edits', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    const window = randomUUID();
    const here = client.otherWindow(window);
    const there = client.otherWindow(randomUUID());
    await here.call('holdEditing', { params: { id }, body: { window, waits: false } });
    expect(await refusal(move(there, id, at(withNotice)))).toMatchObject({ code: 'edited-elsewhere' });
    expect(await move(here, id, at(withNotice))).toMatchObject({ area: { key: at(withNotice) } });
  });

  it('for data that is confirmed', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    await complete(client, id);
    expect(await refusal(move(client, id, at(withNotice)))).toMatchObject({
      status: 409,
      processStatus: 'COMPLETED',
    });
  });

  it('once a payment was begun: its money is that authority’s', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    const { version } = await complete(client, id);
    const params = { processId: id };
    const { redirectUrl } = await client.call('startPayment', { params, body: { version } });
    const transactionId = new URL(redirectUrl!).pathname.split('/').at(-1)!;
    const failed = { action: 'settle', transactionId, outcome: 'FAILED', method: null } as const;
    await portal.partners.payment.control(failed);
    await client.call('checkPayment', { params });
    const now = await client.call('getProcess', { params: { id }, query: {} });
    const body = { version: now.version, data: { ...data, amount: 800 }, page: 'only' };
    expect(await client.call('saveProgress', { params: { id }, query: {}, body })).toMatchObject({
      status: 'EDITING',
    });
    expect(await refusal(move(client, id, at(withNotice)))).toMatchObject({
      status: 409,
      processStatus: 'EDITING',
    });
  });
});

it('is where the application began, until it is another', () => expect(at(free)).toBe(KIEL));
