import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, KIEL, settled } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { makeProbeContent, offerOfProbe, type Probe } from './probe-content.ts';

const SERVICE = '99000000000000';
const UNIT = 'einwohnermeldeamt';

/** Offers at the authority that names a unit, at one that names none, and in two places. */
const atUnit: Probe = { mode: 'none', noticeAllowed: false };
const anywhere: Probe = { mode: 'none', noticeAllowed: true };
const twice: Probe = { mode: 'start_or_complete', noticeAllowed: true };
const named = offerOfProbe(atUnit);
const unnamed = offerOfProbe(anywhere);
const several = offerOfProbe(twice);
/** An association with several municipalities. */
const ELSEWHERE = '010585822';
/** A former municipality of the association. */
const ENDED = '010585822150';

let content: Awaited<ReturnType<typeof makeProbeContent>>;
let portal: Portal;

beforeAll(async () => {
  content = await makeProbeContent(
    { feeType: 'FREE', feeAmount: 0, feeRule: undefined, feeBasis: undefined },
    (it) => (it.mode === twice.mode && it.noticeAllowed ? { areas: [several.area, ELSEWHERE] } : {}),
  );
  await change<object>('authorities/kiel.json', (authority) => ({
    ...authority,
    responsibleDataProcessingUnitId: UNIT,
  }));
  const areas = [several.area, ELSEWHERE];
  await change<{ responsibilities: { areas: string[] }[] }>('services/probe/service.json', (service) => ({
    ...service,
    responsibilities: service.responsibilities.map((one) =>
      one.areas.includes(several.area) ? { ...one, areas } : one,
    ),
  }));
  const file = path.join(content.dir, 'places', 'areas.csv');
  const [header = '', ...lines] = (await readFile(file, 'utf8')).trim().split('\n');
  const until = lines.map((line) => `${line},${line.startsWith(`${ENDED},`) ? '2001-12-31' : ''}`);
  await writeFile(file, [`${header},validTo`, ...until].join('\n'));
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

async function anonymous(): Promise<PortalClient> {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Refused) => error.problem,
  );

/** Changes a file of the content. */
async function change<T>(name: string, how: (value: T) => T): Promise<void> {
  const file = path.join(content.dir, name);
  await writeFile(file, JSON.stringify(how(JSON.parse(await readFile(file, 'utf8')) as T)));
}

describe('the body of the specification', () => {
  it('starts an application where the form is offered in one place', async () => {
    const client = await anonymous();
    const { metadataId } = named;
    const process = await client.call('startProcess', {
      body: { metadataId, externalProcessData: { amount: 1 } },
    });
    expect(process).toMatchObject({ status: 'CREATED', metadataId, area: { key: KIEL, name: 'Kiel' } });
    const { data } = await client.openForm({ params: { id: process.id }, query: {} });
    expect(data).toMatchObject({ amount: 1 });
  });

  it('is asked for the place where there are several, and starts with it', async () => {
    const client = await anonymous();
    const body = { metadataId: several.metadataId, externalProcessData: { amount: 1 } };
    const problem = await refusal(client.call('startProcess', { body }));
    expect(problem).toMatchObject({ status: 422, code: 'place-required' });
    expect(problem?.areas?.map(({ key }) => key)).toEqual([several.area, ELSEWHERE]);
    expect(problem?.areas?.every(({ value }) => /\p{L}/u.test(value))).toBe(true);
    const area = '010585822157';
    expect(await client.call('startProcess', { body: { ...body, area } })).toMatchObject({
      area: { key: area, name: 'Strande' },
    });
  });

  it('of a place that does not exist any more is refused', async () => {
    const body = { metadataId: several.metadataId, area: ENDED };
    expect(await refusal((await anonymous()).call('startProcess', { body }))).toMatchObject({
      code: 'place-not-covered',
    });
  });

  it('of a form that is not offered at the place is refused as before', async () => {
    const body = { metadataId: named.metadataId, area: unnamed.area };
    expect(await refusal((await anonymous()).call('startProcess', { body }))).toMatchObject({
      code: 'place-not-covered',
    });
  });
});

describe('the unit that processes the data', () => {
  const keys = (authorityKeys: string) => ({ leiKaId: SERVICE, authorityKeys, lang: 'de' as const });
  const offers = async (authorityKeys: string, unit?: string) => {
    const query = { ...keys(authorityKeys), ...(unit && { responsibleDataProcessingUnitId: unit }) };
    return portal.client().call('availableMetadata', { query });
  };
  const available = async (metadataId: string, unit?: string) => {
    const query = unit ? { responsibleDataProcessingUnitId: unit } : {};
    return (await portal.client().call('isFormAvailable', { params: { metadataId }, query })).available;
  };

  it('is that of the authority, which answers for no other', async () => {
    expect(await offers('kiel')).toMatchObject([{ responsibleDataProcessingUnitId: UNIT }]);
    expect(await offers('kiel', UNIT)).toMatchObject([{ responsibleDataProcessingUnitId: UNIT }]);
    expect(await offers('kiel', 'standesamt')).toEqual([]);
    expect(await available(named.metadataId)).toBe(true);
    expect(await available(named.metadataId, UNIT)).toBe(true);
    expect(await available(named.metadataId, 'standesamt')).toBe(false);
  });

  it('is the one that was asked for where the authority names none', async () => {
    const [offer] = await offers('luebeck', 'standesamt');
    expect(offer).toMatchObject({ responsibleDataProcessingUnitId: 'standesamt' });
    expect((await offers('luebeck'))[0]?.responsibleDataProcessingUnitId).toBeUndefined();
    expect(await available(unnamed.metadataId, 'standesamt')).toBe(true);
  });

  it('with an id that nobody has is refused', async () => {
    const query = { ...keys('kiel'), responsibleDataProcessingUnitId: '<script>' };
    expect(await refusal(portal.client().call('availableMetadata', { query }))).toMatchObject({
      code: 'input-invalid',
      fields: [{ name: 'responsibleDataProcessingUnitId' }],
    });
  });

  it.each([
    ['of the authority', named, undefined, UNIT],
    ['that the caller names', unnamed, 'standesamt', 'standesamt'],
    ['that nobody names', unnamed, undefined, null],
  ])('%s goes with the application, to the authority too', async (_, offer, asked, expected) => {
    const client = await anonymous();
    const started = await client.call('startProcess', {
      body: {
        metadataId: offer.metadataId,
        ...(asked && { responsibleDataProcessingUnitId: asked }),
        externalProcessData: { amount: 1 },
      },
    });
    expect(started.responsibleDataProcessingUnitId).toBe(expected);
    await complete(client, started.id);
    await client.call('submitProcess', { params: { id: started.id } });
    const sent = await settled(client, started.id);
    expect(sent.responsibleDataProcessingUnitId).toBe(expected);
    const arrived = await portal.delivery.submission(sent.result!.externalId);
    expect(arrived.data).toMatchObject({ responsibleDataProcessingUnitId: expected });
  });

  it('of another authority starts nothing', async () => {
    const body = { metadataId: named.metadataId, responsibleDataProcessingUnitId: 'standesamt' };
    expect(await refusal((await anonymous()).call('startProcess', { body }))).toMatchObject({
      code: 'form-not-found',
    });
  });
});

describe('areas', () => {
  const get = async (id: string) => portal.client().call('getArea', { params: { id } });

  it('are answered by key with all their fields, also one that has ended', async () => {
    expect(await get(KIEL)).toMatchObject({
      id: KIEL,
      displayName: 'Kiel',
      ags: '01002000',
      areaType: 'ADDRESSABLE',
      population: null,
      parent: { id: '01', kind: 'BUNDESLAND' },
    });
    expect(await get('01002')).toMatchObject({ id: KIEL });
    expect(await get(ENDED)).toMatchObject({ validTo: '2001-12-31', validFrom: null });
    expect(await refusal(get('099999999999'))).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('are listed without those that have ended, by key or by distance from one of them', async () => {
    const list = async (query: object) => portal.client().call('listAreas', { query });
    const { total, areas } = await list({});
    const keys = areas.map(({ id }) => id);
    expect(keys).toEqual([...keys].sort());
    expect(keys).toContain(KIEL);
    expect(keys).not.toContain(ENDED);
    expect((await list({ page: '2' })).areas).toHaveLength(Math.max(0, total - 100));
    const near = await list({ sort: 'distance', near: KIEL, kind: 'KREISFREIE_STADT' });
    expect(near.areas.map(({ distance }) => distance)).toEqual([null, null, null, null]);
    expect(await refusal(list({ sort: 'distance' }))).toMatchObject({
      code: 'parameter-missing',
      fields: [{ name: 'near' }],
    });
    expect(await refusal(list({ near: '099999999999' }))).toMatchObject({ code: 'not-found' });
  });

  it('that have ended are found by no lookup; the others answer value and key alone', async () => {
    const byKey = (regionalKey: string) =>
      portal.client().call('searchPlaceByKey', { query: { regionalKey } });
    expect(await byKey(ENDED)).toEqual([]);
    expect(await byKey(KIEL)).toEqual([{ key: KIEL, value: 'Kiel' }]);
    const byName = await portal.client().call('searchPlaceByName', { query: { name: 'Schwedeneck' } });
    expect(byName).toEqual([]);
  });
});
