import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { complete, confirmationOf, fillIn } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';

/** Several windows of one person on one application: one of them edits. */
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'fatal' },
    script: clockedServer,
  });
});
afterAll(() => portal?.close());

const SECONDS_PER_DAY = 86_400;
const passSeconds = (seconds: number) => portal.passDays(seconds / SECONDS_PER_DAY);
const id = ({ id }: ProcessView) => ({ id });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );

/** A window of a person, by what it asks of the server. */
function windowOf(client: PortalClient, process: ProcessView, window: string = randomUUID()) {
  const own = client.otherWindow(window);
  const params = id(process);
  return {
    window,
    client: own,
    hold: (waits = false, after?: string) =>
      own.call('holdEditing', { params, body: { window, after, waits } }),
    take: () => own.call('takeEditing', { params, body: { window } }),
    release: () => own.call('releaseEditing', { params, body: { window } }),
    save: async (givenName: string) => {
      const { version, data } = await own.openForm({ params });
      return own.call('saveProgress', {
        params,
        body: { version, data: { ...data, givenName }, page: null },
      });
    },
  };
}

async function begun(): Promise<{ client: PortalClient; process: ProcessView }> {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return { client, process: await fillIn(client, 'hundesteuer') };
}
const dataOf = async (client: PortalClient, process: ProcessView) =>
  (await client.openForm({ params: id(process) })).data;

describe('the window that was first', () => {
  it('edits, and a later one is told that, where and since when', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const later = windowOf(client, process);
    expect(await first.hold()).toMatchObject({ elsewhere: null, wanted: false });
    const { elsewhere } = await later.hold();
    expect(elsewhere).toMatchObject({ place: 'window' });
    expect(Date.parse(elsewhere!.since)).not.toBeNaN();
    expect(await first.hold()).toMatchObject({ elsewhere: null, wanted: false });
  });

  it('is told from a window on another device', async () => {
    const [here, there] = [portal.client(), portal.client()];
    await here.logIn('petersen:Elster');
    await there.logIn('petersen:Elster');
    const process = await fillIn(here, 'hundesteuer');
    await windowOf(here, process).hold();
    expect(await windowOf(there, process).hold()).toMatchObject({ elsewhere: { place: 'device' } });
  });

  it('is the only one that may write; a client that names no window is bound by the version', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const later = windowOf(client, process);
    await first.hold();
    const params = id(process);
    const body = await confirmationOf(client, process.id);
    const { version } = body;
    const writes = {
      save: () => later.save('Later'),
      complete: () => later.client.call('completeProcess', { params, body }),
      notice: () =>
        later.client.call('chooseNotice', { params, body: { version, electronicNoticeDelivery: true } }),
      pay: () => later.client.call('startPayment', { params: { processId: process.id }, body: { version } }),
      submit: () => later.client.call('submitProcess', { params }),
    };
    for (const [name, write] of Object.entries(writes)) {
      expect(await refusal(write()), name).toMatchObject({
        code: 'edited-elsewhere',
        status: 409,
      });
    }
    expect((await dataOf(client, process)).givenName).not.toBe('Later');
    await first.save('First');
    await windowOf(client, process).release();
    expect(await refusal(later.save('Later'))).toMatchObject({ code: 'edited-elsewhere' });
    const nameless = client.otherWindow(null);
    const { version: seen, data } = await nameless.openForm({ params });
    await nameless.call('saveProgress', {
      params,
      body: { version: seen, data: { ...data, givenName: 'Nameless' }, page: null },
    });
    expect((await dataOf(client, process)).givenName).toBe('Nameless');
  });

  it('sends what it has confirmed', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    await first.hold();
    await complete(first.client, process.id);
    const { status, facts } = await first.client.call('submitProcess', { params: id(process) });
    expect(status === 'SUBMITTED' || facts.running).toBe(true);
  });

  it('does not keep the session alive by reporting', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    await first.hold();
    const expires = async () => (await client.call('getUser', {})).user!.expires;
    const before = await expires();
    await passSeconds(90);
    await first.hold();
    await first.release();
    expect(await expires()).toBe(before);
    await first.save('Ada');
    expect(await expires()).not.toBe(before);
  });
});

describe.concurrent('taking over', () => {
  it('lets the other window save what it holds first', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const later = windowOf(client, process);
    await first.hold();
    const told = first.hold(true);
    const taken = later.take();
    expect(await told).toMatchObject({ elsewhere: null, wanted: true });
    await first.save('Ada');
    await first.release();
    expect(await taken).toMatchObject({ elsewhere: null });
    expect((await dataOf(client, process)).givenName).toBe('Ada');
    expect(await first.hold()).toMatchObject({ elsewhere: { place: 'window' } });
    expect(await refusal(first.save('Too late'))).toMatchObject({ code: 'edited-elsewhere' });
    await later.save('Later');
    expect((await dataOf(client, process)).givenName).toBe('Later');
  });

  it('does not wait for ever for a window that does not answer', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const later = windowOf(client, process);
    await first.hold();
    expect(await later.take()).toMatchObject({ elsewhere: null });
    expect(await first.hold()).toMatchObject({ elsewhere: { place: 'window' } });
  });

  it('wakes the window that edited when it was taken over without its answer', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const later = windowOf(client, process);
    await first.hold();
    const taken = later.take();
    expect(await first.hold(true)).toMatchObject({ wanted: true });
    await taken;
    expect(await first.hold(true)).toMatchObject({ elsewhere: { place: 'window' } });
  });

  it('gives the application to the window that asked last', async () => {
    const { client, process } = await begun();
    const [first, second, third] = [0, 1, 2].map(() => windowOf(client, process)) as [
      ReturnType<typeof windowOf>,
      ReturnType<typeof windowOf>,
      ReturnType<typeof windowOf>,
    ];
    await first.hold();
    const told = first.hold(true);
    const inVain = second.take();
    await told;
    const taken = third.take();
    expect(await inVain).toMatchObject({ elsewhere: { place: 'window' } });
    await first.release();
    expect(await taken).toMatchObject({ elsewhere: null });
  });
});

describe('a window that is gone', () => {
  it('leaves the application free at once when it says so', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    await first.hold();
    await first.release();
    expect(await windowOf(client, process).hold()).toMatchObject({ elsewhere: null });
  });

  it('leaves it free after half a minute when it does not, and finds that out before it writes', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const later = windowOf(client, process);
    await first.hold();
    await passSeconds(29);
    expect(await later.hold()).toMatchObject({ elsewhere: { place: 'window' } });
    await passSeconds(1);
    expect(await later.hold()).toMatchObject({ elsewhere: null });
    expect(await refusal(first.save('Too late'))).toMatchObject({ code: 'edited-elsewhere' });
    expect(await first.hold()).toMatchObject({ elsewhere: { place: 'window' } });
  });

  it('edits again by writing when nobody else has come', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    await first.hold();
    await passSeconds(60);
    await first.save('Awake');
    expect(await windowOf(client, process).hold()).toMatchObject({ elsewhere: { place: 'window' } });
  });

  it('is the same window after a reload, whichever of its words arrives first', async () => {
    const { client, process } = await begun();
    const before = windowOf(client, process);
    const reloaded = windowOf(client, process);
    await before.hold();
    expect(await reloaded.hold(false, before.window)).toMatchObject({ elsewhere: null });
    await before.release();
    expect(await windowOf(client, process).hold()).toMatchObject({ elsewhere: { place: 'window' } });
    const copied = windowOf(client, process);
    expect(await copied.hold(false, before.window)).toMatchObject({ elsewhere: { place: 'window' } });
  });

  it('knows its own writes, also those of the page before, and nobody else’s', async () => {
    const { client, process } = await begun();
    const first = windowOf(client, process);
    const next = randomUUID();
    const isOwn = async (window: string | null) => {
      const access = await client.otherWindow(window).openForm({ params: id(process) });
      return access.own;
    };
    const seen = async () =>
      Promise.all([isOwn(first.window), isOwn(`${next},${first.window}`), isOwn(randomUUID()), isOwn(null)]);
    expect(await seen(), 'written by a client without a window').toEqual([false, false, false, false]);
    await first.save('Hinrich');
    expect(await seen()).toEqual([true, true, false, false]);
    await windowOf(client, process, `${next},${first.window}`).save('Hinrich');
    expect(await seen(), 'what says nothing new').toEqual([true, true, false, false]);
    await client.otherWindow(`${next},${first.window}`).call('completeProcess', {
      params: id(process),
      body: await confirmationOf(client, process.id),
    });
    expect(await seen(), 'confirmed since').toEqual([false, false, false, false]);
  });

  it('is the same window when the reloaded page writes before it reports', async () => {
    const { client, process } = await begun();
    const before = windowOf(client, process);
    await before.hold();
    const reloaded = windowOf(client, process);
    reloaded.client.window = `${reloaded.window},${before.window}`;
    await reloaded.save('Reloaded');
    expect((await dataOf(client, process)).givenName).toBe('Reloaded');
  });
});
