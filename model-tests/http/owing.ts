import type { HandInPage, HandInView } from '#contract/hand-in.ts';
import type { FormData } from '#forms/types.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import type { Portal } from './portal.ts';

/** Answers of an application for housing benefit that promise documents for later. */
const later: FormData = {
  residenceTitleLater: true,
  residenceTitle: [],
  proofsLater: { housing: true, payment: false, income: true },
  housingProof: [],
  incomeProof: [],
};

/** The services that owe something: `residenceTitle`, `housingProof` and `incomeProof`, or `reliefProof`. */
const promises = { wohngeld: later, hundesteuer: { reliefProof: [] } } as const satisfies Record<
  string,
  FormData
>;

/** Sends an application that owes documents. @returns its id */
export async function sendOwing(
  client: PortalClient,
  service: keyof typeof promises = 'wohngeld',
): Promise<string> {
  const { id } = await fillIn(client, service, { change: promises[service] });
  await complete(client, id);
  await submit(client, id);
  return id;
}

/** Uploads a small PDF for an owed document. @returns its id */
export const uploadProof = async (
  client: PortalClient,
  id: string,
  path = 'incomeProof',
  text = 'Gehalt',
): Promise<string> => (await client.uploadHandIn(id, path, `${text}.pdf`, tinyPdf({ text }))).id;

export const handIn = (client: PortalClient, id: string, files: string[]): Promise<HandInPage> =>
  client.call('handIn', { params: { id }, query: { lang: 'de' }, body: { files } });

export const pageOf = (client: PortalClient, id: string): Promise<HandInPage> =>
  client.call('getHandIn', { params: { id }, query: { lang: 'de' } });

/** Waits until a hand-in, by default the last one, has this state and, where it is delivered, its receipt. */
export async function handedIn(
  client: PortalClient,
  id: string,
  state: HandInView['state'],
  number = -1,
): Promise<HandInView> {
  for (;;) {
    const one = (await pageOf(client, id)).handIns.at(number)!;
    if (one.state === state && (state !== 'delivered' || one.hasReceipt)) return one;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns what the authority got of an application, oldest first: the application itself, then its hand-ins. */
export async function arrivedOf(portal: Portal, ticketNumber: string) {
  const arrived = (await portal.delivery.submissions()).filter(({ submittedAt }) => submittedAt !== null);
  const opened = await Promise.all(arrived.map((it) => portal.delivery.submission(it.submissionId)));
  return opened
    .filter(({ metadata }) => metadata?.additionalReferenceInfo?.senderReference === ticketNumber)
    .sort((one, other) => one.submittedAt!.localeCompare(other.submittedAt!));
}
