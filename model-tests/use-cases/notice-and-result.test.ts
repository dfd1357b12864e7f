import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { acknowledgeResult } from '#server/use-cases/acknowledge-result.ts';
import { chooseNotice } from '#server/use-cases/choose-notice.ts';
import { holdEditing } from '#server/use-cases/edit-in-window.ts';
import { keepAlive } from '#server/use-cases/keep-alive.ts';
import { confirm, fillIn, logIn, nobodysSession, send, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let petra: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  petra = await logIn(server.context, 'petra', {});
});

const db = () => server.context.storage.db;
const until = async (id: string) => (await stored(server.context, id)).availableUntil;

describe('an electronic notice', () => {
  /** A completed application whose notice may be electronic. */
  const completed = async () => {
    const { context } = server;
    const row = await confirm(context, petra, await fillIn(context, petra, 'hundesteuer'));
    const facts = json({ ...(row.context as object), noticeAllowed: true, hasPostbox: true });
    await db().updateTable('process').set({ context: facts }).where('id', '=', row.id).execute();
    return row;
  };
  const choose = (id: string, version: number, by = petra, wanted = true) =>
    chooseNotice(server.context, by, id, { version, electronicNoticeDelivery: wanted });

  it('is chosen and chosen off by the person, in the version that they have seen', async () => {
    const { id, version } = await completed();
    const chosen = await choose(id, version);
    expect(chosen.context).toMatchObject({ notice: 'accepted' });
    await expect(choose(id, version)).rejects.toThrow('version-conflict');
    const off = await choose(id, chosen.version, petra, false);
    expect(off.context).toMatchObject({ notice: 'declined' });
  });
  it('is chosen only in the window that edits', async () => {
    const { id, version } = await completed();
    const [here, there] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
    const asking = { window: here!, gone: new AbortController().signal, waits: false };
    await holdEditing(server.context, petra, id, asking);
    const other = { ...petra, window: { window: there! } };
    await expect(choose(id, version, other)).rejects.toThrow('edited-elsewhere');
  });
  it('is nobody else’s to choose', async () => {
    const { id, version } = await completed();
    const jan = await logIn(server.context, 'jan', {});
    await expect(choose(id, version, jan)).rejects.toThrow('not-found');
  });
});

describe('the time of an application', () => {
  it('begins anew while its person is there, as long as it is a draft', async () => {
    const row = await fillIn(server.context, petra, 'hundesteuer');
    server.passDays(1);
    const kept = await keepAlive(server.context, petra, row.id);
    expect(kept.getTime() - row.availableUntil.getTime()).toBe(86_400_000);
    expect(await until(row.id)).toEqual(kept);
  });
  it('stays as it is once it is sent', async () => {
    const { id, availableUntil } = await send(
      server.context,
      petra,
      await fillIn(server.context, petra, 'hundesteuer'),
    );
    server.passDays(1);
    expect(await keepAlive(server.context, petra, id)).toEqual(availableUntil);
    expect(await until(id)).toEqual(availableUntil);
  });
  it('is over for good when it is over, and nobody else begins it anew', async () => {
    const { id } = await fillIn(server.context, petra, 'hundesteuer');
    const before = await until(id);
    server.passDays(1);
    await expect(keepAlive(server.context, await nobodysSession(server.context), id)).rejects.toThrow(
      'not-found',
    );
    expect(await until(id)).toEqual(before);
    server.passDays(30);
    await expect(keepAlive(server.context, petra, id)).rejects.toThrow('draft-expired');
  });
});

describe('a result', () => {
  it('that its person has seen is no draft of theirs any more', async () => {
    const row = await fillIn(server.context, petra, 'hundesteuer');
    await expect(acknowledgeResult(server.context, petra, row.id, {})).rejects.toThrow('status-conflict');
    const sent = await send(server.context, petra, row);
    const seen = await acknowledgeResult(server.context, petra, sent.id, { lang: 'en' });
    expect(seen.context).not.toEqual(sent.context);
    const jan = await logIn(server.context, 'jan', {});
    await expect(acknowledgeResult(server.context, jan, sent.id, {})).rejects.toThrow('not-found');
  });
});
