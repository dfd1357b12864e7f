import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Process } from '#contract/process.ts';
import { complete, fillIn } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** Housing benefit, filled in and confirmed by a person. */
async function confirmed(client: PortalClient): Promise<Process> {
  const { id } = await fillIn(client, 'wohngeld');
  return complete(client, id);
}

const choose = (client: PortalClient, { id, version }: Process, electronicNoticeDelivery: boolean) =>
  client.call('chooseNotice', { params: { id }, body: { version, electronicNoticeDelivery } });

const read = (client: PortalClient, { id }: Process) =>
  client.call('getProcess', { params: { id }, query: {} });

/** The same person in a browser of its own. */
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
    await expect
      .poll(async () => (await read(client, chosen)).status, { timeout: 20_000, interval: 100 })
      .toBe('SUBMITTED');
    await loggedIn(true);
    expect((await read(client, chosen)).facts).toMatchObject({ hasPostbox: true, notice: 'accepted' });
  });
});
