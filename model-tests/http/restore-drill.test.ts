import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { complete, confirmationOf, decide, fillIn, KIEL, offerOf, pay, submit } from './applications.ts';
import { checkJournal } from './check-journal.ts';
import { type DatabaseOf, databaseOf } from './lost-database.ts';
import { handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

/**
 * The loss of the database in the middle of payments and submissions, and the way back: of what the backup has nothing is
 * lost, nothing is paid or sent twice, and nothing is left that a partner was not asked about.
 */

const run = promisify(execFile);
const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const PAID = 'fischereischein';
const FREE = 'hundesteuer';
/** Another authority, whose destination can refuse alone. */
const FLENSBURG = '010010000000';
/** The formats of the portal for the free service, and for documents handed in later. */
const dogTax = { schemaUri: 'urn:serviceportal:form:hundesteuer', mimeType: 'application/json' } as const;
const handIns = { schemaUri: 'urn:serviceportal:hand-in', mimeType: 'application/json' } as const;
const TICKET = /SP-\w{4}-\w{4}-\w{4}/;
const patiently = { interval: 250, timeout: 60_000 };

type World = DatabaseOf & {
  portal: Portal;
  /** Variables of the database. */
  database: Record<string, string>;
};

describe.each([
  { kind: 'the embedded database', url: undefined, isThere: true },
  { kind: 'PostgreSQL', url: postgres?.url, isThere: postgres !== null },
])('with $kind', ({ url, isThere }) => {
  let world: World;
  let folder = '';
  beforeAll(async () => {
    if (!isThere) return;
    const database: Record<string, string> = url ? { DATABASE_URL: url } : {};
    const portal = await startPortal({
      environment: { ...database, DELIVERY_RETRY_SECONDS: '0.5', MAIL_RETRY_SECONDS: '0.5' },
    });
    folder = path.dirname(portal.dataDir);
    world = { portal, database, ...databaseOf(portal, url) };
  });
  afterAll(() => world?.portal.close());

  it.runIf(isThere)(
    'nothing is lost, nothing doubled, nothing left open',
    async () => {
      const { portal } = world;
      const trail = path.join(portal.dataDir, 'trail.jsonl');
      const command = async (name: 'backup' | 'restore', ...args: string[]) => {
        const script = `src/server/backup/${name}-cli.ts`;
        const env = { ...process.env, DATA_DIR: portal.dataDir, ...world.database };
        const { stdout } = await run(process.execPath, [script, ...args], { env });
        return stdout;
      };
      const person = portal.client();
      await person.logIn('thomsen:Elster');
      const nobody = portal.client();
      await nobody.call('openPseudo', { body: { locale: 'de' } });
      const now = async (id: string, client = person): Promise<ProcessView> =>
        client.call('getProcess', { params: { id }, query: {} });
      /** Confirms with the wish for e-mails. */
      const confirmed = async (service: typeof PAID | typeof FREE, area = KIEL) => {
        const { id } = await fillIn(person, service, { area, change: { email: 'asked@example.com' } });
        const body = { ...(await confirmationOf(person, id)), wantsMails: true };
        const completed = await person.call('completeProcess', { params: { id }, body });
        return completed.facts.conflictOpen ? decide(person, id, [], 'keep') : completed;
      };
      const openPayment = async ({ id, version }: Pick<ProcessView, 'id' | 'version'>) => {
        const body = { version };
        const { redirectUrl } = await person.call('startPayment', { params: { processId: id }, body });
        return new URL(redirectUrl!).pathname.split('/').at(-1)!;
      };
      const money = (transactionId: string) =>
        portal.partners.payment.control({
          action: 'settle',
          transactionId,
          outcome: 'PAYED',
          method: 'PAYPAL',
        });
      const isSent = (...ids: string[]) =>
        expect
          .poll(async () => Promise.all(ids.map(async (id) => (await now(id)).status)), patiently)
          .toEqual(ids.map(() => 'SUBMITTED'));
      const waits = (id: string) =>
        expect.poll(async () => (await now(id)).submission?.retry ?? null, patiently).not.toBeNull();

      // What the backup finds: nothing begun, at the payment page, being sent, sent.
      const draft = await fillIn(person, FREE);
      const anonymous = await fillIn(nobody, FREE);
      const erased = await fillIn(person, FREE);
      const sentLater = await confirmed(FREE);
      const paidLater = await confirmed(PAID);
      const atThePage = await confirmed(PAID);
      const firstMoney = await openPayment(atThePage);
      const leftAlone = await confirmed(PAID);
      const lateMoney = await openPayment(leftAlone);
      const owing = await sendOwing(person, FREE);
      const elsewhere = await confirmed(FREE, FLENSBURG);
      const { destinationId } = offerOf(FREE, FLENSBURG).authority;
      await portal.delivery.setOffers(destinationId, [handIns]);
      await person.call('submitProcess', { params: { id: elsewhere.id } });
      await waits(elsewhere.id);
      const announced = await confirmed(FREE);
      portal.partners.delivery.faults.set({ fault: 'down', call: 'finalize', requests: 1_000_000 });
      await person.call('submitProcess', { params: { id: announced.id } });
      await waits(announced.id);
      await handIn(person, owing, [await uploadProof(person, owing, 'reliefProof')]);
      await expect.poll(async () => (await pageOf(person, owing)).handIns.length, patiently).toBe(1);

      // The embedded database is copied while nobody works on it.
      if (!url) await portal.stop();
      await command('backup', '--to', `${folder}/backup`, '--keys', `${folder}/keys`);
      if (!url) await portal.start();

      // Life goes on.
      portal.partners.delivery.faults.end();
      await portal.delivery.setOffers(destinationId, [dogTax, handIns]);
      await person.call('deleteDraft', { query: { id: erased.id } });
      await submit(person, sentLater.id);
      await pay(person, paidLater);
      await money(firstMoney);
      await isSent(elsewhere.id, announced.id, sentLater.id, paidLater.id, atThePage.id);
      await handedIn(person, owing, 'delivered');
      const tickets = await Promise.all(
        [elsewhere, announced, sentLater, paidLater, atThePage, { id: owing }].map(
          async ({ id }) => (await now(id)).result!.ticketNumber,
        ),
      );
      const sentSince = await confirmed(PAID);
      await pay(person, sentSince);
      await isSent(sentSince.id);
      const { ticketNumber: ticketSince } = (await now(sentSince.id)).result!;
      const begun = await confirmed(PAID);
      const foreignMoney = await openPayment(begun);
      const letters = portal.partners.mail.mails().length;

      // The database is lost. Meanwhile two people pay.
      await portal.kill();
      await money(lateMoney);
      await money(foreignMoney);
      await world.lose();
      const check = await command('restore', '--from', `${folder}/backup`, '--check');
      expect(check).toContain('is whole');
      const report = await command(
        'restore',
        ...['--from', `${folder}/backup`, '--keys', `${folder}/keys`, '--trail', trail],
      );
      expect(report).toContain('erased again: 1 application');
      expect(report).toContain(ticketSince);
      await portal.start();
      await person.logIn('thomsen:Elster');

      // Not reconciled: 0. What is being sent while one minute's work asks is asked about in the next one.
      const left = () => world.read((db) => db.selectFrom('unreconciled').select(['kind', 'id']).execute());
      await expect.poll(left, { ...patiently, timeout: 150_000 }).toEqual([]);
      await isSent(elsewhere.id, announced.id, sentLater.id, paidLater.id, atThePage.id, leftAlone.id, owing);
      await handedIn(person, owing, 'delivered');

      // Lost: 0. Under the numbers that people and authorities know; the draft goes on, with and without an account.
      const known = await Promise.all(
        [elsewhere, announced, sentLater, paidLater, atThePage, { id: owing }].map(
          async ({ id }) => (await now(id)).result!.ticketNumber,
        ),
      );
      expect(known).toEqual(tickets);
      // Nobody knows whether a message to the postbox was sent of what was sent since, so nothing is said of it.
      expect((await now(sentLater.id)).result!.postbox).toBeNull();
      expect((await now(draft.id)).status).toBe('EDITING');
      await complete(person, draft.id);
      expect((await submit(person, draft.id)).status).toBe('SUBMITTED');
      await complete(nobody, anonymous.id);
      expect((await submit(nobody, anonymous.id)).status).toBe('SUBMITTED');
      await expect(now(erased.id)).rejects.toMatchObject({ problem: { code: 'not-found' } });
      await expect(now(sentSince.id)).rejects.toMatchObject({ problem: { code: 'not-found' } });
      await expect(now(begun.id)).rejects.toMatchObject({ problem: { code: 'not-found' } });

      // Doubled: 0. Each application and the hand-in have arrived once, each fee was paid once.
      const arrived = (await portal.delivery.submissions()).filter(({ submittedAt }) => submittedAt !== null);
      const opened = await Promise.all(arrived.map((it) => portal.delivery.submission(it.submissionId)));
      const references = opened.map(({ metadata }) => metadata?.additionalReferenceInfo?.senderReference);
      const sent = [elsewhere, announced, sentLater, paidLater, atThePage, sentSince, leftAlone, draft];
      expect(references).toHaveLength(sent.length + 'anonymous, owing, its hand-in'.split(', ').length);
      expect(new Set(references).size).toBe(references.length - 1);
      const transactions = JSON.parse(
        readFileSync(path.join(portal.stateDir, 'payment/payments.json'), 'utf8'),
      ) as { transactionId: string; status: string }[];
      expect(transactions.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'PAYED'));
      // Money for what neither this database nor an authority has is told to those who can return it.
      const refunds = await world.read((db) => db.selectFrom('refund').select('transactionId').execute());
      expect(refunds).toEqual([{ transactionId: foreignMoney }]);
      // Nor was an e-mail sent twice, by what it says and by the id that mailboxes go by.
      const unsent = () =>
        world.read((db) => db.selectFrom('mail').select('id').where('state', '=', 'waiting').execute());
      await expect.poll(unsent, patiently).toEqual([]);
      const mails = portal.partners.mail.mails();
      expect(letters).toBeGreaterThan(0);
      const said = mails.map(({ subject, text }) => `${subject} ${TICKET.exec(text)?.[0]}`);
      expect(said).toEqual([...new Set(said)]);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length);
      // What the restore has entered by itself is in the journals as well.
      expect(await checkJournal({ DATA_DIR: portal.dataDir, ...world.database })).toEqual({
        code: 0,
        output: expect.stringContaining('all of them keep the laws'),
      });
    },
    600_000,
  );
});
