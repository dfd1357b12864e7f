import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { complete, fillIn, settled, submit } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal', POSTBOX_PROVIDER: 'Mein Postamt' } });
});
afterAll(() => portal.close());

/** Housing benefit, filled in and confirmed by a person. */
async function confirmed(client: PortalClient): Promise<ProcessView> {
  const { id } = await fillIn(client, 'wohngeld');
  return complete(client, id);
}

const choose = (client: PortalClient, { id, version }: ProcessView, electronicNoticeDelivery: boolean) =>
  client.call('chooseNotice', { params: { id }, body: { version, electronicNoticeDelivery } });

const read = (client: PortalClient, { id }: ProcessView) =>
  client.call('getProcess', { params: { id }, query: {} });

/** Pays the fee by card. */
async function pay(client: PortalClient, process: ProcessView): Promise<ProcessView> {
  const { redirectUrl } = await client.call('startPayment', {
    params: { processId: process.id },
    body: { version: process.version },
  });
  await fetch(redirectUrl!, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'card' }),
    redirect: 'manual',
  });
  return client.call('checkPayment', { params: { processId: process.id } });
}

/** The person of these tests, in a separate browser. */
async function loggedIn(postboxIsClosed = false): Promise<PortalClient> {
  const client = portal.client();
  await client.logIn('lindemann:eID', { forceNew: true, postboxIsClosed });
  return client;
}

describe('the electronic notice', () => {
  it.each([
    ['an anonymous person', (client: PortalClient) => client.call('openPseudo', { body: { locale: 'de' } })],
    ['an account without a postbox', (client: PortalClient) => client.logIn('thomsen:Elster')],
  ])('is refused to %s', async (_, enter) => {
    const client = portal.client();
    await enter(client);
    const process = await confirmed(client);
    expect(process.facts).toMatchObject({ noticeAllowed: true, hasPostbox: false, notice: null });
    const refusal = await choose(client, process, true).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect((refusal as Refused).problem).toMatchObject({ status: 409, code: 'status-conflict' });
    expect((await read(client, process)).facts.notice).toBeNull();
  });

  it('is taken back by a later login of a person who has closed the postbox, without making a window stale', async () => {
    const client = await loggedIn();
    const chosen = await choose(client, await confirmed(client), true);
    expect(chosen).toMatchObject({ status: 'ELECTRONIC_NOTICE_SELECTED', facts: { notice: 'accepted' } });
    await loggedIn(true);
    expect(await read(client, chosen)).toMatchObject({
      status: 'COMPLETED',
      version: chosen.version,
      facts: { hasPostbox: false, notice: null },
    });
    await expect(choose(client, chosen, true)).rejects.toMatchObject({
      problem: { code: 'status-conflict' },
    });
  });

  it('is offered in a draft as soon as a login comes with a postbox', async () => {
    const client = await loggedIn(true);
    const process = await confirmed(client);
    expect(process.facts.hasPostbox).toBe(false);
    await loggedIn();
    const now = await read(client, process);
    expect(now.facts).toMatchObject({ hasPostbox: true, notice: null });
    expect((await choose(client, now, true)).facts.notice).toBe('accepted');
  });

  it('stays as it was chosen for what has been sent', async () => {
    const client = await loggedIn();
    const chosen = await choose(client, await confirmed(client), true);
    await client.call('submitProcess', { params: { id: chosen.id } });
    await expect.poll(async () => (await read(client, chosen)).status, { interval: 100 }).toBe('SUBMITTED');
    await loggedIn(true);
    expect((await read(client, chosen)).facts).toMatchObject({ hasPostbox: true, notice: 'accepted' });
  });
});

describe('the authority', () => {
  it.each([
    [true, /^[\da-f-]{36}$/],
    [false, undefined],
  ])('is told the postbox for its answers, unless the notice goes by post: %s', async (accepted, told) => {
    const client = await loggedIn();
    const { id } = await choose(client, await confirmed(client), accepted);
    const { result } = await submit(client, id);
    const { metadata } = await portal.delivery.submission(result!.externalId);
    const postbox = metadata!.replyChannel?.idBundDeMailbox.mailboxUuid;
    if (told === undefined) expect(postbox).toBeUndefined();
    else expect(postbox).toMatch(told);
  });
});

/**
 * The server's reports on the steps of a submission: in the progress, to the authority's clerk, and in the documents.
 */
async function accountOf(client: PortalClient, process: ProcessView) {
  const { id, messageId, result, submission } = process;
  const report = await client.call('getTransportReport', { params: { messageId: messageId! } });
  const receipt = await client.fetch(`/api/process/${id}/file/receipt`);
  const outcomes = (steps: readonly { step: string; outcome: string }[]) =>
    Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));
  return {
    process,
    report,
    result: result!,
    watched: outcomes(submission!.finished),
    reported: outcomes(report.steps),
    receipt: (await readPdf(await receipt.bytes())).texts.join(' ').replace(/\s+/g, ' '),
  };
}

describe('what is told of a submission', () => {
  it('is that a message went to the postbox, whose it is, and that files were checked', async () => {
    const client = await loggedIn();
    const { id } = await choose(client, await confirmed(client), true);
    const { process, result, watched, reported, report, receipt } = await accountOf(
      client,
      await submit(client, id),
    );
    expect(process.postboxSent).toBe(true);
    expect(result).toMatchObject({
      postbox: 'done',
      postboxProvider: 'Mein Postamt',
      externalIdType: 'FIT_CONNECT',
    });
    expect(report).toMatchObject({ externalIdType: 'FIT_CONNECT', externalId: result.externalId });
    expect(new Set(Object.values(watched))).toEqual(new Set(['done']));
    expect(reported).toEqual(watched);
    expect(receipt).toContain('Nachricht an das Postfach übermittelt');
    expect(receipt).toContain('Mein Postamt');
    expect(receipt).toContain('vierten Tag');
    expect(receipt).not.toContain('Signaturen');
  });

  it('is that there was nothing to do without a postbox and without files', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Elster');
    const { id } = await fillIn(client, 'meldebescheinigung');
    await pay(client, await complete(client, id));
    // The server sends paid applications itself.
    const { process, result, watched, reported, receipt } = await accountOf(
      client,
      await settled(client, id),
    );
    expect(process.postboxSent).toBe(false);
    expect(result).toMatchObject({ postbox: 'nothingToDo', postboxProvider: null });
    expect(watched).toMatchObject({
      GET_FILES: 'nothingToDo',
      CALCULATE_HASHES_FOR_ATTACHMENTS: 'nothingToDo',
      CHECK_SIGNATURES: 'done',
      SUBMIT_DATA_TO_POSTBOX: 'nothingToDo',
    });
    expect(reported).toEqual(watched);
    expect(receipt).toContain('Keine Nachricht an ein Postfach');
    expect(receipt).toContain('Keine Dateien abgerufen');
    expect(receipt).not.toContain('Nachricht an das Postfach übermittelt');
    expect(receipt).not.toContain('vierten Tag');
  });

  it('is that the postbox refused, while the authority has the application', async () => {
    const postbox = portal.partners.environment.POSTBOX_DESTINATION_ID!;
    await portal.delivery.setDestination(postbox, 'inactive');
    try {
      const client = await loggedIn();
      const { id } = await choose(client, await confirmed(client), false);
      const { process, result, watched, receipt } = await accountOf(client, await submit(client, id));
      expect(process).toMatchObject({ status: 'SUBMITTED', postboxSent: false });
      expect(result).toMatchObject({ postbox: 'refused', postboxProvider: null });
      expect(watched).toMatchObject({ SUBMIT_DATA_TO_AUTHORITY: 'done', SUBMIT_DATA_TO_POSTBOX: 'refused' });
      expect(receipt).toContain('Das Postfach hat die Nachricht nicht angenommen');
    } finally {
      await portal.delivery.setDestination(postbox, 'active');
    }
  });
});
