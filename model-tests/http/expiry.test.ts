import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { unsealedText } from '#server/sealing/testing/unsealed.ts';
import { openStorage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { complete, fillIn, KIEL, offerOf, settled } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

const daysKept = offerOf('hundesteuer').draftRetentionDays;
/** Days for which the owner gets the message. */
const DAYS_REMEMBERED = 90;

const withPortal = (name: string, test: (portal: Portal) => Promise<void>) =>
  it(name, async () => {
    const portal = await startPortal({ script: clockedServer, environment: { LOG_LEVEL: 'fatal' } });
    try {
      await test(portal);
    } finally {
      await portal.close();
    }
  });

const logIn = async (portal: Portal, choice: Parameters<PortalClient['logIn']>[0]) => {
  const client = portal.client();
  expect(await client.logIn(choice)).toContain('login=SUCCESS');
  return client;
};
const start = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const reading = (client: PortalClient, id: string) =>
  client.call('getProcess', { params: { id }, query: {} }).then(
    () => null,
    (error) => (error as Refused).problem,
  );

const expired = {
  status: 410,
  code: 'draft-expired',
  startOver: { leiKaId: offerOf('hundesteuer').leiKaId, area: KIEL },
};

/** An application that the authority has, whose receipt is missing, and whose draft retention has expired. */
async function deliveredWithoutReceipt(portal: Portal, client: PortalClient) {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await client.call('submitProcess', { params: { id } });
  await settled(client, id);
  const other = await start(client);
  const onItsWay = await fillIn(client, 'hundesteuer');
  await complete(client, onItsWay.id);
  portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
  await client.call('submitProcess', { params: { id: onItsWay.id } });
  await expect.poll(async () => (await read(client, onItsWay.id)).submission?.step).toBe('waiting');
  await portal.kill();
  const storage = await openStorage({ dataDir: portal.dataDir });
  const { db } = storage;
  const failed = {
    step: 'CREATE_RECEIPT',
    repeats: 0,
    problem: 'Error',
    tries: 0,
    nextTryAt: null,
    tryUntil: null,
  };
  await db
    .updateTable('submission')
    .set({ state: 'SUBMISSION_FAILURE', context: json(failed) })
    .where('processId', '=', id)
    .execute();
  await db
    .deleteFrom('submissionStep')
    .where('processId', '=', id)
    .where('step', 'in', ['CREATE_RECEIPT', 'SAVE_SUBMISSION'])
    .execute();
  await db
    .updateTable('process')
    .set({ status: 'SUBMIT_FAILURE', statusChanged: new Date(), availableUntil: new Date() })
    .where('id', '=', id)
    .execute();
  // Nor does the clock end a delivery that is being retried.
  await db.updateTable('process').set({ availableUntil: new Date() }).where('id', '=', onItsWay.id).execute();
  // The remains when the server ends in the middle of an upload.
  const left = {
    processId: other.id,
    fieldPath: null,
    name: unsealedText(''),
    mimeType: '',
    sha512: '',
    size: 1000,
  };
  await db
    .insertInto('file')
    .values({
      ...left,
      id: randomUUID(),
      kind: 'unfinished',
      createdAt: new Date(Date.now() - 2 * 3_600_000),
    })
    .execute();
  await storage.close();
  await portal.start();
  return { id, onItsWay: onItsWay.id };
}

withPortal('completes what the authority has, and erases nothing of it as unsent', async (portal) => {
  const person = await logIn(portal, 'petersen:Elster');
  const { id, onItsWay } = await deliveredWithoutReceipt(portal, person);
  await portal.passMinute();
  expect((await person.call('listDrafts', { query: {} })).map((draft) => draft.id)).toContain(onItsWay);
  expect(await read(person, onItsWay)).toMatchObject({ facts: { running: true } });
  portal.partners.delivery.faults.end();
  // An hour later the server creates the missing receipt.
  await portal.passDays(1.5 / 24);
  await portal.passMinute();
  const again = await logIn(portal, 'petersen:Elster');
  await expect
    .poll(async () => (await again.call('listSent', { query: {} })).map((it) => it.id), {
      timeout: 30_000,
      interval: 500,
    })
    .toEqual(expect.arrayContaining([id, onItsWay]));
  const sent = await again.call('getProcess', { params: { id }, query: {} });
  expect(sent.result?.documents.map(({ kind }) => kind)).toContain('receipt');
  const kinds = await storedRows(portal, (db) => db.selectFrom('file').select('kind').execute());
  expect(kinds.map(({ kind }) => kind)).not.toContain('unfinished');
});

withPortal(
  'tells the owner of a draft whose time is over, before and after it is erased, nobody else, and not for ever',
  async (portal) => {
    const { id } = await start(await logIn(portal, 'thomsen:Elster'));
    await portal.passDays(daysKept - 1);
    const owner = await logIn(portal, 'thomsen:Elster');
    expect(await reading(owner, id)).toBeNull();
    const kept = await start(owner);

    await portal.passDays(1);
    const later = await logIn(portal, 'thomsen:Elster');
    expect(await reading(later, id)).toMatchObject(expired);
    expect((await later.call('listDrafts', { query: {} })).map((draft) => draft.id)).toEqual([kept.id]);

    await portal.passMinute();
    expect(await reading(later, id)).toMatchObject(expired);
    const saving = later.call('saveProgress', {
      params: { id },
      body: { version: 1, data: { dogName: 'Bella' }, page: null },
    });
    await expect(saving).rejects.toMatchObject({ problem: expired });
    expect(await reading(await logIn(portal, 'petersen:Elster'), id)).toMatchObject({ status: 404 });

    expect(await reading(later, kept.id)).toBeNull();

    await portal.passDays(DAYS_REMEMBERED);
    await portal.passMinute();
    expect(await reading(await logIn(portal, 'thomsen:Elster'), id)).toMatchObject({ status: 404 });
    const { drafts, remembered } = await storedRows(portal, async (db) => ({
      drafts: await db.selectFrom('process').select('id').execute(),
      remembered: await db.selectFrom('expiredDraft').select('id').execute(),
    }));
    expect(drafts).toEqual([]);
    expect(remembered.map((draft) => draft.id)).toEqual([kept.id]);
  },
);

withPortal(
  'names the documents of a sent application as long as they can be downloaded, and not longer',
  async (portal) => {
    const { downloadRetentionDays } = offerOf('hundesteuer');
    const { id } = await fillIn(await logIn(portal, 'petersen:Elster'), 'hundesteuer');
    const offered = async () => {
      const client = await logIn(portal, 'petersen:Elster');
      return {
        listed: (await client.call('listSent', { query: {} })).map((it) => it.documents.length > 0),
        shown: ((await read(client, id)).result?.documents.length ?? 0) > 0,
        expiry: await client.call('getFileExpiry', { params: { id, file: 'form' } }).then(
          () => 'known',
          (error) => (error as Refused).problem.code,
        ),
      };
    };
    const client = await logIn(portal, 'petersen:Elster');
    await complete(client, id);
    await client.call('submitProcess', { params: { id } });
    await settled(client, id);
    await portal.passDays(downloadRetentionDays - 0.1);
    expect(await offered()).toEqual({ listed: [true], shown: true, expiry: 'known' });
    // Over, and not erased yet.
    await portal.passDays(0.1);
    expect(await offered()).toEqual({ listed: [false], shown: false, expiry: 'download-expired' });
  },
);
