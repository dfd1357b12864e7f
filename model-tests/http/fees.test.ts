import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { complete, settled } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { makeProbeContent, offerOfProbe, type Probe } from './probe-content.ts';

/** A fee by the login, and a fee by the place plus an amount from the form. Neither changes the form itself. */
const byLogin: Probe = { mode: 'none', noticeAllowed: false };
const byPlaceAndForm: Probe = { mode: 'start_or_complete', noticeAllowed: false };
const KIND_OF_FEE = new Map<Probe['mode'], object>([
  [
    byLogin.mode,
    {
      feeType: 'VARIABLE_BY_PROCESS',
      feeRule: {
        if: [
          { '==': [{ var: 'process.provider' }, 'anon'] },
          2000,
          { '==': [{ var: 'process.trustLevel' }, 'high'] },
          1500,
          1800,
        ],
      },
    },
  ],
  [
    byPlaceAndForm.mode,
    {
      feeType: 'VARIABLE_BY_PROCESS_AND_FORM',
      feeRule: { if: [{ '==': [{ var: 'process.area' }, offerOfProbe(byPlaceAndForm).area] }, 500, 0] },
      feeField: 'sum',
    },
  ],
]);

const pageWithSum = {
  type: 'panel',
  key: 'fee',
  label: 'Probe',
  title: 'Probe',
  components: [
    {
      type: 'currency',
      key: 'sum',
      label: 'Probe',
      input: true,
      disabled: true,
      currency: 'EUR',
      calculateValue: { '*': [{ var: 'data.amount' }, 0.1] },
    },
  ],
};

let content: Awaited<ReturnType<typeof makeProbeContent>>;
let portal: Portal;

beforeAll(async () => {
  content = await makeProbeContent({}, ({ mode }) => KIND_OF_FEE.get(mode) ?? {}, [pageWithSum]);
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
const begin = (client: PortalClient, probe: Probe, amount = 7) =>
  client.call('startProcess', { body: { ...offerOfProbe(probe), externalProcessData: { amount } } });
const feeOf = ({ facts }: ProcessView) => facts.feeCents;
const summaryFee = async (client: PortalClient, id: string) =>
  (await client.call('getSnapshot', { params: { id }, query: {} })).feeCents;

/** Pays what the provider is told, and waits until the application has been sent. */
async function pay(client: PortalClient, { id, version }: ProcessView): Promise<number> {
  const { redirectUrl, process } = await client.call('startPayment', {
    params: { processId: id },
    body: { version },
  });
  const transactionId = redirectUrl!.split('/').at(-1)!;
  await portal.partners.payment.control({
    action: 'settle',
    transactionId,
    outcome: 'PAYED',
    method: 'PAYPAL',
  });
  await client.call('checkPayment', { params: { processId: id } });
  const sent = await settled(client, id);
  expect(sent.result?.paymentAmount).toBe(process.payment?.amountCents);
  return process.payment!.amountCents;
}

describe('a fee by facts of the process', () => {
  it('is known before anything is filled in', async () => {
    const { metadataId } = offerOfProbe(byLogin);
    const query = { leiKaId: '99000000000000', authorityKeys: metadataId.replace('probe-', '') };
    const [offer] = await portal.client().call('availableMetadata', { query });
    expect(offer).toMatchObject({
      feeAmount: null,
      feeFigures: { kind: 'amounts', amounts: [1500, 1800, 2000] },
    });
    expect(feeOf(await begin(await anonymous(), byLogin))).toBe(2000);
    const person = portal.client();
    await person.logIn('lindemann:eID');
    expect(feeOf(await begin(person, byLogin))).toBe(1500);
  });

  it('is paid as it is for this login', async () => {
    const client = await anonymous();
    const { id } = await begin(client, byLogin);
    expect(await summaryFee(client, id)).toBe(2000);
    expect(await pay(client, await complete(client, id))).toBe(2000);
  });

  it('follows a login while the form is being filled in', async () => {
    const client = await anonymous();
    const { id, facts } = await begin(client, byLogin);
    expect(facts.feeCents).toBe(2000);
    await client.logIn('lindemann:eID');
    const taken = await client.call('persistProcess', { params: { id } });
    expect(taken).toMatchObject({ status: 'CREATED', facts: { feeCents: 1500 } });
  });

  it('follows a login after the data was confirmed, until a payment is offered', async () => {
    const client = await anonymous();
    const { id } = await begin(client, byLogin);
    expect(feeOf(await complete(client, id))).toBe(2000);
    await client.logIn('lindemann:eID');
    const taken = await client.call('persistProcess', { params: { id } });
    expect(feeOf(taken)).toBe(1500);
    expect(await pay(client, taken)).toBe(1500);
  });

  it('stays what it was when a payment is open', async () => {
    const client = await anonymous();
    const { id } = await begin(client, byLogin);
    const { version } = await complete(client, id);
    await client.call('startPayment', { params: { processId: id }, body: { version } });
    await client.logIn('lindemann:eID');
    const taken = await client.call('persistProcess', { params: { id } });
    expect(taken).toMatchObject({ status: 'PAYMENT_PENDING', facts: { feeCents: 2000 } });
  });

  it('is another one for a draft once its owner has logged in at another level', async () => {
    const client = portal.client();
    await client.logIn('lindemann:Benutzername');
    const { id, facts } = await begin(client, byLogin);
    expect(facts.feeCents).toBe(1800);
    expect(feeOf(await complete(client, id))).toBe(1800);
    const later = portal.client();
    await later.logIn('lindemann:eID');
    expect(feeOf(await later.call('getProcess', { params: { id }, query: {} }))).toBe(1500);
  });

  it('stays for a draft when its owner logs in elsewhere at a lower level', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await begin(client, byLogin);
    expect(feeOf(await complete(client, id))).toBe(1500);
    await portal.client().logIn('lindemann:Benutzername');
    expect(feeOf(await client.call('getProcess', { params: { id }, query: {} }))).toBe(1500);
  });
});

describe('a fee by the process and the form', () => {
  it('is the sum of both, and paid like that', async () => {
    const person = portal.client();
    await person.logIn('lindemann:eID');
    const { id, facts } = await begin(person, byPlaceAndForm, 73);
    expect(facts.feeCents).toBe(0);
    expect(await summaryFee(person, id)).toBe(500 + 730);
    expect(await pay(person, await complete(person, id))).toBe(1230);
  });
});
