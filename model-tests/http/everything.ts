import { randomUUID } from 'node:crypto';
import { tinyJpeg, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import {
  complete,
  confirmationOf,
  decide,
  fillIn,
  KIEL,
  offerOf,
  pay,
  settled,
  submit,
} from './applications.ts';
import type { PortalClient } from './client.ts';
import { handedIn, handIn, sendOwing, uploadProof } from './owing.ts';
import type { Portal } from './portal.ts';

/** All that people can leave behind in a portal, done once. */

/** Texts that somebody entered, named a file, wrote into one, or wrote to the operators: each is found nowhere else. */
export const own = {
  givenName: 'Quastenflosser',
  streetAddress: 'Seltsamer Weg 17 b',
  placeOfBirth: 'Niemandshausen',
  email: 'quastenflosser@example.org',
  fileName: 'Seltsame Quittung',
  fileContent: 'Quittung des Seltsamen Amtes',
  handedIn: 'Wunderlicher Lohnzettel',
  neighbours: 'Schnurzelpurz',
  feedback: 'Ein absonderlicher Gedanke zum Formular',
  search: 'qxyzwv bqrt kfx',
} as const;
const { givenName, streetAddress, placeOfBirth, email } = own;
/** Values of the form of the dog tax. */
const entered = { givenName, streetAddress, placeOfBirth, email };

export async function logIn(client: PortalClient, choice: LoginChoice = 'lindemann:eID', processId?: string) {
  const address = await client.logIn(choice, { trustLevel: 'substantial', processId });
  if (!address.includes('login=SUCCESS')) throw new Error(`the login has led to ${address}`);
}
const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const anonymous = async (portal: Portal) => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};

/** Paid, with the notice to the postbox, uploads, a picture in small, and e-mails. */
async function paidWithNotice(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, 'meldebescheinigung', { change: { email } });
  const body = { ...(await confirmationOf(client, id)), wantsMails: true };
  const { facts } = await client.call('completeProcess', { params: { id }, query: {}, body });
  const { version } = facts.conflictOpen ? await decide(client, id, [], 'keep') : await read(client, id);
  const electronicNoticeDelivery = true;
  const chosen = await client.call('chooseNotice', {
    params: { id },
    body: { version, electronicNoticeDelivery },
  });
  await pay(client, chosen);
  await settled(client, id);
  return id;
}

/** Begun without an account and taken over by one, which differs from what was entered, and confirmed by a login. */
async function takenOver(portal: Portal): Promise<string> {
  const client = await anonymous(portal);
  const { id } = await fillIn(client, 'wohngeld');
  await complete(client, id);
  await logIn(client, 'lindemann:eID', id);
  await client.call('persistProcess', { params: { id } });
  const { version } = await decide(client, id);
  await client.call('chooseNotice', { params: { id }, body: { version, electronicNoticeDelivery: true } });
  await submit(client, id);
  return id;
}

/** A draft that its person has left on its second page, with a document, and a picture in small. */
async function leftBehind(client: PortalClient): Promise<string> {
  const { id, version } = await fillIn(client, 'hundesteuer', { change: entered });
  const { data } = await client.openForm({ params: { id }, query: {} });
  const document = await client.upload(
    id,
    'reliefProof',
    `${own.fileName}.pdf`,
    tinyPdf({ text: `${own.fileContent} ${'. '.repeat(200)}` }),
  );
  const picture = await client.upload(id, 'reliefProof', `${own.fileName}.jpg`, tinyJpeg(40, 30));
  const jpeg = Buffer.from(tinyJpeg(4, 3)).toString('base64');
  await client.call('keepPreview', { params: { id, file: picture.id }, body: { jpeg } });
  const reliefProof = [document, picture].map(({ checked: _, ...file }) => file);
  const body = { version, data: { ...data, relief: true, reliefProof }, page: 'dog' };
  await client.call('saveProgress', { params: { id }, body });
  return id;
}

/** A draft that was paid after its fee had changed, and is deleted: its money is to be returned. */
async function refunded(portal: Portal, client: PortalClient, seen: () => Promise<void>): Promise<void> {
  const { id } = await fillIn(client, 'fischereischein', { change: { duration: 'five' } });
  const { version } = await complete(client, id);
  const { redirectUrl } = await client.call('startPayment', { params: { processId: id }, body: { version } });
  const transactionId = new URL(redirectUrl!).pathname.split('/').at(-1)!;
  const settle = (outcome: 'CANCELED' | 'PAYED') =>
    portal.partners.payment.control({
      action: 'settle',
      transactionId,
      outcome,
      method: outcome === 'PAYED' ? 'PAYPAL' : null,
    });
  const check = () => client.call('checkPayment', { params: { processId: id } });
  await seen();
  await settle('CANCELED');
  await check();
  const form = await client.openForm({ params: { id }, query: {} });
  const data = { ...form.data, duration: 'one' };
  await client.call('saveProgress', { params: { id }, body: { version: form.version, data, page: null } });
  await settle('PAYED');
  await check();
  await client.call('deleteDraft', { query: { id, paidConsent: 'true' } });
}

/** Somebody who comes from another portal with data and applies, and another one who does not begin. */
async function cameFromElsewhere(portal: Portal): Promise<void> {
  const service = { leiKaId: offerOf('hundesteuer').leiKaId, regionalKey: KIEL };
  const externalProcessData = { familyName: own.neighbours };
  const send = () =>
    portal.partners.neighbour.send({ service, kind: 'data', locale: 'de', externalProcessData });
  const arrive = async () => {
    const { address } = await send();
    const client = await anonymous(portal);
    const code = new URL(address!).searchParams.get('handover')!;
    const { id } = await client.call('openHandover', { query: { lang: 'de' }, body: { code } });
    return { client, id };
  };
  await arrive();
  const { client, id: handover } = await arrive();
  const { id } = await fillIn(client, 'hundesteuer', { handover });
  await complete(client, id);
  await submit(client, id);
}

/** Somebody with an account who is handed over to another portal and applies there, and once more, and does not go. */
async function wentElsewhere(portal: Portal, client: PortalClient): Promise<void> {
  const body = { leiKaId: '99012001001000', area: KIEL, lang: 'de', withPerson: true } as const;
  const { id } = await client.call('startHandover', { body });
  const { address } = await client.call('leaveHandover', { params: { id } });
  const { neighbour } = portal.partners;
  const { code } = neighbour.received().find((one) => address.endsWith(one.code))!;
  const form = new URLSearchParams({ code, how: 'SUBMITTED' });
  await fetch(`${neighbour.origin}/formular/efa`, { method: 'POST', body: form, redirect: 'manual' });
  await client.call('askHandover', { params: { id } });
  await client.call('startHandover', { body });
}

/** Somebody with an account without a postbox, who owes documents and hands one in. */
async function handsIn(portal: Portal): Promise<void> {
  const client = portal.client();
  await client.logIn('thomsen:Benutzername');
  const id = await sendOwing(client);
  await handIn(client, id, [await uploadProof(client, id, 'incomeProof', own.handedIn)]);
  await handedIn(client, id, 'delivered');
}

/** Feedback in words, and a search for what is nowhere. */
async function saidTheirMind(portal: Portal): Promise<void> {
  const address = `${portal.url}/rueckmeldung`;
  const page = await (await fetch(`${address}?occasion=service&leiKaId=99102013104000`)).text();
  const hidden = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  const fields = { ...Object.fromEntries(hidden), stars: '2', found: 'no', text: own.feedback };
  const sent = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  if (sent.status !== 200) throw new Error(`feedback was answered ${sent.status}`);
  // A page counts once it was read.
  await (await fetch(`${portal.url}/suche?q=${encodeURIComponent(own.search)}`)).text();
}

export type Everything = {
  /** Applications that were sent from the account of Petra Lindemann. */
  sent: string[];
  /** Her draft. */
  draft: string;
  /** The message of the application that the authority refuses. */
  refusedAt: string;
};

/**
 * Has people apply, pay, send, hand in, be handed over and write to the operators. The mail server takes nothing: e-mails
 * wait. The authority decides nothing before it is asked.
 * @param seen is called in the middle, while logins are under way and a payment is open
 */
export async function doEverything(
  portal: Portal,
  seen: () => Promise<void> = async () => {},
): Promise<Everything> {
  portal.partners.mail.behave('away');
  await portal.delivery.order({ hold: true });
  const client = portal.client();
  await logIn(client);
  await client.call('requestSamlLogin', {
    query: {
      providerId: 'nkb',
      redirect: `/nutzerkonto?${randomUUID()}`,
      cancelUrl: '/nutzerkonto',
      locale: 'de',
      timezone: 'Europe/Berlin',
      trustLevel: 'low',
      forceNew: 'false',
    },
  });
  const draft = await leftBehind(client);
  const certificate = await paidWithNotice(client);
  await wentElsewhere(portal, client);
  await cameFromElsewhere(portal);
  const benefit = await takenOver(portal);
  await handsIn(portal);
  await refunded(portal, client, seen);
  await saidTheirMind(portal);

  const nobody = await anonymous(portal);
  const { id } = await fillIn(nobody, 'hundesteuer', { change: entered });
  await complete(nobody, id);
  await submit(nobody, id);
  const { result } = await read(client, certificate);
  return { sent: [certificate, benefit], draft, refusedAt: result!.externalId };
}
