import { type ClientRequest, request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#domain/days.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from '#forms/files.ts';
import { padding, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { mostBytes } from '#server/files/quota.ts';
import { type PortalClient, Refused } from './client.ts';
import { handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

/** How much can be handed in, and how long an application is kept for it. */

let portal: Portal;
let person: PortalClient;
beforeAll(async () => {
  portal = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '0.2' },
  });
  person = portal.client();
  await person.logIn('thomsen:Benutzername');
});
afterEach(() => portal.partners.delivery.faults.end());
afterAll(() => portal?.close());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return error.problem.code;
      throw error;
    },
  );
const sized = (bytes: number) => tinyPdf({ objects: [padding(bytes)] });
/** Uploads a file of at least so many bytes. */
const upload = (client: PortalClient, id: string, bytes = 1, path = 'incomeProof') =>
  codeOf(client.uploadHandIn(id, path, 'a.pdf', sized(bytes)));

/** Announces a file, begins to send it, and never ends. */
async function sendWithoutEnd(
  client: PortalClient,
  id: string,
  bytes: number,
  path = 'incomeProof',
): Promise<ClientRequest> {
  const query = new URLSearchParams({ path, name: 'a.pdf' });
  const sending = httpRequest(new URL(`/api/process/${id}/hand-in/upload?${query}`, portal.url), {
    method: 'POST',
    headers: { ...client.headers(), 'content-type': 'application/octet-stream', 'content-length': bytes },
  });
  sending.on('error', () => {});
  await new Promise<unknown>((resolve) => sending.write(tinyPdf({}), resolve));
  return sending;
}
const largestOf = async (client: PortalClient, id: string, path = 'incomeProof') =>
  (await pageOf(client, id)).documents.find((one) => one.path === path)!.maxBytes;

describe('the files of one hand-in', () => {
  it('are so many; what is handed in makes room for the next', async () => {
    const id = await sendOwing(person);
    const files: string[] = [];
    while (files.length < MAX_FILES) files.push(await uploadProof(person, id));
    expect(await upload(person, id)).toBe('file-limit-reached');
    await handIn(person, id, files);
    expect(await upload(person, id)).toBeNull();
    await handedIn(person, id, 'delivered');
  });

  it('are so large together, from the moment they are announced', async () => {
    const id = await sendOwing(person);
    const largest = await largestOf(person, id);
    const sendings: ClientRequest[] = [];
    for (let left = MAX_TOTAL_BYTES; left >= largest; left -= largest)
      sendings.push(await sendWithoutEnd(person, id, largest));
    const left = MAX_TOTAL_BYTES % largest;
    await expect.poll(() => upload(person, id, left)).toBe('file-limit-reached');
    const other = await sendOwing(person);
    expect(await upload(person, other)).toBeNull();
    for (const sending of sendings) sending.destroy();
    await expect.poll(() => upload(person, id, left)).toBeNull();
  });
});

it('the files of all hand-ins of a person have so much room together; nobody else is concerned', async () => {
  const owner = portal.client();
  await owner.logIn('lindemann:eID');
  const field = 'reliefProof';
  const sendings: ClientRequest[] = [];
  let id = await sendOwing(owner, 'hundesteuer');
  const largest = await largestOf(owner, id, field);
  const perApplication = Math.floor(MAX_TOTAL_BYTES / largest);
  for (let count = 0; count < Math.floor(mostBytes.person / largest); count += 1) {
    if (count > 0 && count % perApplication === 0) id = await sendOwing(owner, 'hundesteuer');
    sendings.push(await sendWithoutEnd(owner, id, largest, field));
  }
  id = await sendOwing(owner, 'hundesteuer');
  const left = mostBytes.person % largest;
  await expect.poll(() => upload(owner, id, left, field)).toBe('file-total-reached');
  expect(await upload(person, await sendOwing(person), left)).toBeNull();
  for (const sending of sendings) sending.destroy();
  await expect.poll(() => upload(owner, id, left, field)).toBeNull();
});

describe('an application whose documents are handed in shortly before it is erased', () => {
  /** The ends of its storage, of its downloads, and of the tries of its only hand-in. */
  async function endsOf(id: string) {
    const [ends] = await storedRows(portal, (db) =>
      db
        .selectFrom('process')
        .innerJoin('submission', 'submission.processId', 'process.id')
        .leftJoin('handIn', 'handIn.processId', 'process.id')
        .select(['process.availableUntil', 'submission.downloadsUntil', 'handIn.context'])
        .where('process.id', '=', id)
        .execute(),
    );
    const { availableUntil, downloadsUntil, context } = ends!;
    return {
      kept: [availableUntil, downloadsUntil!].map(Number),
      tryUntil: Date.parse(context?.tryUntil ?? ''),
    };
  }

  it('is kept as long as they are tried, by date: an earlier version of the server knows no hand-ins', async () => {
    const id = await sendOwing(person);
    const before = await endsOf(id);
    await portal.passDays(28);
    await person.logIn('thomsen:Benutzername');
    const file = await uploadProof(person, id);
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    const { handIns } = await handIn(person, id, [file]);
    const first = await endsOf(id);
    expect(first.tryUntil).toBeGreaterThan(before.kept[1]!);
    for (const end of first.kept) expect(end).toBeGreaterThanOrEqual(first.tryUntil);

    // Its tries are over; a week is left, and the person has it tried again on the last day of it.
    await portal.passDays(8);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    const state = async () =>
      (await person.call('listSent', { query: {} })).find((sent) => sent.id === id)!.owed!.handIns[0]!.state;
    await expect.poll(state, { timeout: 30_000 }).toBe('failed');
    await portal.passDays(6);
    await person.logIn('thomsen:Benutzername');
    await person.call('repeatHandIn', { params: { id, handIn: handIns[0]!.id }, query: {} });
    const second = await endsOf(id);
    expect(second.tryUntil).toBeGreaterThan(first.tryUntil + 6 * DAY_MS);
    for (const end of second.kept) expect(end).toBeGreaterThanOrEqual(second.tryUntil);
    portal.partners.delivery.faults.end();
  });

  it('is not kept for a shorter time because of them', async () => {
    const id = await sendOwing(person);
    const { kept } = await endsOf(id);
    await handIn(person, id, [await uploadProof(person, id)]);
    await handedIn(person, id, 'delivered');
    expect((await endsOf(id)).kept).toEqual(kept);
  });
});
