import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, fillIn, KIEL, offerOf, settled } from './applications.ts';
import { checkJournal } from './check-journal.ts';
import type { PortalClient } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

const TOKEN = 'a token that only operators know, 1234';
let portal: Portal;
let person: PortalClient;
let operator: PortalClient;

beforeAll(async () => {
  portal = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal', OPERATIONS_TOKEN: TOKEN },
  });
  person = portal.client();
  await person.logIn('thomsen:Elster');
  operator = await loggedIn();
});
afterAll(() => portal?.close());

async function loggedIn(): Promise<PortalClient> {
  const client = portal.client();
  await client.call('openWorkshop', { body: { token: TOKEN } });
  return client;
}
const journalOf = (process: string) => operator.call('getJournal', { query: { process } });
type Entry = Awaited<ReturnType<typeof journalOf>>['entries'][number];
const said = ({ machine, attempt, event, from, to, rule, by }: Entry): string =>
  [machine + (attempt ?? ''), event ?? 'begins', from ?? '', '→', to ?? 'refused', rule ?? '', by]
    .filter((word) => word !== '')
    .join(' ');
const pay = async (id: string, outcome: 'PAYED' | 'FAILED') => {
  const { version } = await person.call('getProcess', { params: { id }, query: {} });
  const { redirectUrl } = await person.call('startPayment', { params: { processId: id }, body: { version } });
  const transactionId = redirectUrl?.split('/').at(-1) ?? '';
  const method = outcome === 'PAYED' ? 'PAYPAL' : null;
  await portal.partners.payment.control({ action: 'settle', transactionId, outcome, method });
  await person.call('checkPayment', { params: { processId: id } });
};

/** Texts in some data that are too long to be found by chance. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > 3 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const STEPS = [
  'GET_FILES',
  'CREATE_MESSAGE_ID',
  'CALCULATE_HASHES_FOR_ATTACHMENTS',
  'CHECK_SIGNATURES',
  'CREATE_PROTOCOL',
  'SEAL_DATA',
  'SUBMIT_DATA_TO_AUTHORITY',
  'SUBMIT_DATA_TO_POSTBOX',
  'CREATE_RECEIPT',
  'SAVE_SUBMISSION',
  'SUBMISSION_COMPLETED',
];

let typed: string[] = [];

describe('a whole application', () => {
  let id = '';

  it('has one entry for each move of each machine, in their order, by who made it', async () => {
    ({ id } = await fillIn(person, 'fischereischein', { change: { duration: 'five' } }));
    const { data } = await person.openForm({ params: { id }, query: {} });
    typed = [...textsIn(data), 'thomsen', 'Thomsen'];
    for (let round = 0; round < 2; round += 1) {
      await expect(person.call('submitProcess', { params: { id } })).rejects.toMatchObject({
        problem: { code: 'status-conflict' },
      });
    }
    await complete(person, id);
    await pay(id, 'FAILED');
    await pay(id, 'PAYED');
    await settled(person, id);
    await person.call('acknowledgeResult', { params: { id } });
    const isAccepted = async () => (await journalOf(id)).states.at(-1)?.state;
    await expect.poll(isAccepted, { timeout: 300_000, interval: 500 }).toBe('successfullySubmitted');

    const { entries } = await journalOf(id);
    const isOfDelivery = ({ machine, event }: Entry) => machine === 'sentApplication' && event !== null;
    const isOfPerson = ({ event }: Entry) => event === 'result.acknowledged';
    const told = entries.filter((entry) => !isOfDelivery(entry) && !isOfPerson(entry)).map(said);
    expect(told).toEqual([
      'process begins → CREATED person',
      'process form.progressed CREATED → EDITING PROC-01 person',
      'process submission.requested EDITING → refused person',
      'process form.completed EDITING → COMPLETED PROC-06 person',
      'payment1 begins → created person',
      'payment1 payment.opened created → pending PAY-01 paymentProvider',
      'process payment.started COMPLETED → PAYMENT_PENDING PROC-13 person',
      'payment1 provider.reportedFailed pending → failed PAY-06 paymentProvider',
      'process payment.failed PAYMENT_PENDING → PAYMENT_FAILURE PROC-34 paymentProvider',
      'payment1 provider.reportedFailed failed → refused paymentProvider',
      'payment2 begins → created person',
      'payment2 payment.opened created → pending PAY-01 paymentProvider',
      'process payment.started PAYMENT_FAILURE → PAYMENT_PENDING PROC-38 person',
      'payment2 provider.reportedPaid pending → paid PAY-05 paymentProvider',
      'process payment.settled PAYMENT_PENDING → PAID PROC-32 paymentProvider',
      'process submission.requested PAID → PAID PROC-44 server',
      'submission begins → GET_FILES server',
      'sentApplication begins → pending server',
      ...STEPS.slice(0, -2).map(
        (step, index) => `submission step.finished ${step} → ${STEPS[index + 1]} SUB-F01 server`,
      ),
      'submission step.finished SAVE_SUBMISSION → SUBMISSION_COMPLETED SUB-F10 server',
      'process submission.completed PAID → SUBMITTED PROC-17 server',
    ]);
    expect(entries.filter(isOfPerson).map(said)).toEqual([
      'process result.acknowledged SUBMITTED → SUBMITTED PROC-56 person',
    ]);
    const delivered = entries.filter(isOfDelivery).map(said);
    expect(delivered[0]).toBe('sentApplication delivery.created pending → submitted SENT-01 authority');
    expect(delivered.at(-1)).toBe(
      'sentApplication delivery.accepted submitted → successfullySubmitted SENT-05 authority',
    );
    expect(new Set(delivered).size).toBe(delivered.length);
    const refused = entries.filter((entry) => entry.refused);
    expect(refused[0]).toMatchObject({ event: 'submission.requested', times: 2, rule: null });
    expect(entries.filter((entry) => !entry.refused && entry.times !== 1)).toEqual([]);
  });

  it('is found by its ticket number as well, with its present states', async () => {
    const { result } = await person.call('getProcess', { params: { id }, query: {} });
    const journal = await journalOf(` ${result?.ticketNumber.toLowerCase()} `);
    expect(journal).toMatchObject({ process: id, ticketNumber: result?.ticketNumber });
    expect(journal.states).toEqual([
      { machine: 'process', attempt: null, state: 'SUBMITTED' },
      { machine: 'payment', attempt: 1, state: 'failed' },
      { machine: 'payment', attempt: 2, state: 'paid' },
      { machine: 'submission', attempt: null, state: 'SUBMISSION_COMPLETED' },
      { machine: 'sentApplication', attempt: null, state: 'successfullySubmitted' },
    ]);
  });

  it('is a course that the workflows allow', async () => {
    const { output, code } = await checkJournal({ DATA_DIR: portal.dataDir });
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^1 applications with \d\d entries.*all of them/s),
    ]);
  });

  it.each(['%00', 'a%00b', '%ED%A0%80'])('is not of something that is no text: %s', async (name) => {
    const answer = await operator.fetch(`/api/workshop/journal?process=${name}`);
    expect([400, 404]).toContain(answer.status);
  });

  it('is looked up by operators alone, and that is noted', async () => {
    const paths = [`/api/workshop/journal?process=${id}`, '/api/workshop/totals', '/api/workshop/journal'];
    const forged = portal.client();
    forged.cookies.set('sp_operations', `${operator.cookies.get('sp_operations')?.slice(0, -2)}xx`);
    for (const stranger of [portal.client(), person, forged]) {
      for (const address of paths) {
        const answer = await stranger.fetch(address);
        expect([answer.status, (await answer.json()).code]).toEqual([401, 'operator-login-required']);
      }
    }
    for (const unknown of ['SP-AAAA-AAAA-AAAA', '0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11', "' or 1=1"]) {
      await expect(journalOf(unknown)).rejects.toMatchObject({ problem: { status: 404, code: 'not-found' } });
    }
    const answer = await operator.fetch(paths[0]!);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const lines = (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8')).trim().split('\n');
    const [last] = lines
      .map((line) => JSON.parse(line))
      .filter(({ action }) => action === 'journal')
      .slice(-1);
    expect(last).toMatchObject({ event: 'operator', outcome: 'succeeded', process: id });
    expect(last.operator).toMatch(/^[\w-]{16}$/);
  });
});

describe('the totals', () => {
  const totals = () => operator.call('getTotals', { query: {} });
  const countOf = async (rule: string) => {
    const { machines } = await totals();
    const arrows = machines.flatMap((machine) => machine.arrows).filter((arrow) => arrow.rule === rule);
    return arrows.reduce((sum, { count }) => sum + count, 0);
  };

  it('have each move once, and nothing of somebody who does not want to be counted', async () => {
    expect(await countOf('PROC-17')).toBe(1);
    expect(await countOf('PAY-01')).toBe(2);
    const before = await countOf('PROC-04');
    const answer = await person.fetch('/api/process', {
      method: 'POST',
      headers: { 'content-type': 'application/json', dnt: '1' },
      body: JSON.stringify({ metadataId: offerOf('hundesteuer').metadataId, area: KIEL }),
    });
    const { id } = (await answer.json()) as { id: string };
    expect((await journalOf(id)).entries.map(said)).toEqual(['process begins → CREATED person']);
    const created = ({ machines }: Awaited<ReturnType<typeof totals>>) =>
      machines[0]?.states.find(({ state }) => state === 'CREATED')?.now;
    expect(created(await totals())).toBe(0);
    await person.call('deleteDraft', { query: { id } });
    await expect(journalOf(id)).rejects.toMatchObject({ problem: { status: 404 } });
    expect(await countOf('PROC-04')).toBe(before);
  });

  it('have nothing that was typed, and neither has the journal', async () => {
    const { journal, totals: stored } = await storedRows(portal, async (db) => ({
      journal: await db.selectFrom('journal').selectAll().execute(),
      totals: await db.selectFrom('journalTotal').selectAll().execute(),
    }));
    const written = JSON.stringify([journal, stored]);
    expect(journal.length).toBeGreaterThan(30);
    expect(stored.length).toBeGreaterThan(10);
    expect(typed.length).toBeGreaterThan(10);
    expect(typed.filter((text) => written.includes(text))).toEqual([]);
  });

  it('stay when drafts are deleted, or erased when their time is over, and say where that was', async () => {
    const deleted = await fillIn(person, 'hundesteuer');
    await person.call('deleteDraft', { query: { id: deleted.id } });
    const expired = await fillIn(person, 'hundesteuer');
    await complete(person, expired.id);
    expect((await totals()).ends).toEqual([{ state: 'EDITING', deleted: 1, expired: 0 }]);
    await portal.passDays(400);
    await portal.passMinute();
    operator = await loggedIn();
    await expect(journalOf(expired.id)).rejects.toMatchObject({ problem: { status: 404 } });
    expect((await totals()).ends).toEqual([{ state: 'COMPLETED', deleted: 0, expired: 1 }]);
  });
});
