import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { GivenStatement } from '#contract/process-calls.ts';
import { locales } from '#domain/locale.ts';
import { type StatementId, statementIds } from '#domain/statement.ts';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { complete, confirmationOf, decide, fillIn, type ServiceName, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { storedProcess } from './stored-rows.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

/** Without an account where the form admits that to its end. */
async function begun(service: ServiceName): Promise<{ client: PortalClient; process: ProcessView }> {
  const client = portal.client();
  if (service === 'wohngeld') await client.logIn('lindemann:eID', { trustLevel: 'substantial' });
  else await client.call('openPseudo', { body: { locale: 'de' } });
  return { client, process: await fillIn(client, service) };
}
const stateOf = async (client: PortalClient, { id }: ProcessView) =>
  (await client.call('getProcess', { params: { id }, query: {} })).status;
const problemOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: { problem: object }) => error.problem,
  );
const textOf = async (client: PortalClient, id: string, kind: string) => {
  const file = await client.fetch(`/api/process/${id}/file/${kind}`);
  return (await readPdf(await file.bytes())).texts.join('').replace(/\s/g, '');
};
const keptOf = async (id: string) => {
  const { statements, confirmedAt } = await storedProcess(portal, id);
  return { statements, confirmedAt };
};
const of = (id: StatementId, version = 1): GivenStatement => ({ id, version });
const all = statementIds.map((id) => of(id));

describe('an application is not completed', () => {
  it.each<[string, ServiceName, GivenStatement[], object[]]>([
    [
      'without the consent that it needs',
      'wohngeld',
      [of('correctness'), of('acknowledgement')],
      [{ name: 'consent', reason: 'missing' }],
    ],
    [
      'with the consent in an older wording',
      'wohngeld',
      [of('correctness'), of('consent', 0), of('acknowledgement')],
      [{ name: 'consent', reason: 'outdated' }],
    ],
    [
      'with a statement given twice',
      'wohngeld',
      [...all, of('consent')],
      [{ name: 'consent', reason: 'given twice' }],
    ],
    ['without any statement', 'hundesteuer', [], [{ name: 'correctness', reason: 'missing' }]],
    [
      'with a consent that nobody asks for',
      'hundesteuer',
      [of('correctness'), of('consent')],
      [{ name: 'consent', reason: 'not asked for' }],
    ],
  ])('%s', async (_, service, statements, fields) => {
    const { client, process } = await begun(service);
    const params = { id: process.id };
    const body = { ...(await confirmationOf(client, process.id)), statements };
    expect(await problemOf(client.call('completeProcess', { params, query: {}, body }))).toMatchObject({
      status: 422,
      code: 'statement-missing',
      fields,
    });
    expect(await stateOf(client, process)).toBe('EDITING');
    expect(await keptOf(process.id)).toEqual({ statements: null, confirmedAt: null });
    // The data is kept: with the requested statements it continues.
    expect((await complete(client, process.id)).status).toBe('COMPLETED');
  });
});

describe.each(locales)('what was stated in %s', (lang) => {
  it.each<[ServiceName, StatementId[]]>([
    ['wohngeld', ['correctness', 'consent', 'acknowledgement']],
    ['hundesteuer', ['correctness']],
  ])('is kept, delivered and printed word by word: %s', async (service, ids) => {
    const { client, process } = await begun(service);
    const { id } = process;
    const query = { lang };
    const { statements: asked } = await client.call('getSnapshot', { params: { id }, query });
    expect(asked.map((it) => it.id)).toEqual(ids);
    const body = await confirmationOf(client, id, lang);
    await client.call('completeProcess', { params: { id }, query, body });

    const { statements, confirmedAt } = await keptOf(id);
    const at = confirmedAt!.toISOString();
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(10 * 60_000);
    expect(statements).toEqual(asked.map((it) => ({ id: it.id, version: 1, lang, text: it.text, at })));

    if (service === 'wohngeld') {
      // The answers are another person's: keeping them is a statement as well.
      const kept = await decide(client, id, [], 'keep');
      const notice = { version: kept.version, electronicNoticeDelivery: true };
      await client.call('chooseNotice', { params: { id }, body: notice });
    }
    const sent = await submit(client, id);
    expect(sent.status).toBe('SUBMITTED');
    const arrived = await portal.delivery.submission(sent.result!.externalId);
    expect(arrived.data).toMatchObject({ confirmedAt: at, statements });
    const says = {
      de: { form: 'DieantragstellendePersonhatam', receipt: 'Siehabenam' },
      en: { form: 'Theapplicantconfirmedon', receipt: 'Youconfirmedon' },
    }[lang];
    for (const kind of ['form', 'receipt'] as const) {
      const text = await textOf(client, id, kind);
      expect(text, kind).toContain(says[kind]);
      for (const it of asked) expect(text, kind).toContain(it.text.replace(/\s/g, ''));
      if (service === 'hundesteuer') expect(text, kind).not.toMatch(/willige|consent|withdraw/i);
    }
  });
});

it('is gone when the data is changed, and stated anew with the next confirmation', async () => {
  const { client, process } = await begun('hundesteuer');
  const params = { id: process.id };
  const completed = await complete(client, process.id);
  const first = await keptOf(process.id);
  const { data } = await client.openForm({ params, query: {} });
  const body = { version: completed.version, data: { ...data, dogName: 'Bella' }, page: null };
  await client.call('saveProgress', { params, query: {}, body });
  expect(await keptOf(process.id)).toEqual({ statements: null, confirmedAt: null });
  await client.call('completeProcess', {
    params,
    query: { lang: 'en' },
    body: await confirmationOf(client, process.id, 'en'),
  });
  const again = await keptOf(process.id);
  expect(again.statements).toMatchObject([{ id: 'correctness', lang: 'en' }]);
  expect(again.statements![0]!.at > first.statements![0]!.at).toBe(true);
});
