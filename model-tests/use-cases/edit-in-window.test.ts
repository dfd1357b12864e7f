import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Session } from '#server/sessions/session.ts';
import { holdEditing, releaseEditing, takeEditing } from '#server/use-cases/edit-in-window.ts';
import { fillIn, nobodysSession } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
let id: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
  id = (await fillIn(server.context, session, 'hundesteuer')).id;
});

const [first, second] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
];
const asking = (window: string) => ({ window, gone: new AbortController().signal });
const hold = (window: string, waits = false) =>
  holdEditing(server.context, session, id, { ...asking(window), waits });
const take = (window: string) => takeEditing(server.context, session, id, asking(window));

it('one window edits at a time, and the other one is told so', async () => {
  expect((await hold(first)).elsewhere).toBeNull();
  expect((await hold(second)).elsewhere).not.toBeNull();
  expect((await hold(first)).elsewhere).toBeNull();
});

it('a window that takes over has the application as soon as the other one releases it', async () => {
  await hold(first);
  const taken = take(second);
  // The first window waits for that, and is told.
  const told = hold(first, true);
  expect((await told).wanted).toBe(true);
  await releaseEditing(server.context, session, id, first);
  // Without a sign, the waiting window would look again only after ten seconds.
  const inTime = await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 5000, 'late'))]);
  expect(inTime).toMatchObject({ elsewhere: null });
  expect((await hold(first)).elsewhere).not.toBeNull();
});

it('a window that takes over where none edits has the application at once', async () => {
  expect(await take(second)).toMatchObject({ elsewhere: null, wanted: false });
  expect((await hold(first)).elsewhere).not.toBeNull();
  await releaseEditing(server.context, session, id, second);
  expect((await hold(first)).elsewhere).toBeNull();
});

it('a window that was silent for half a minute does not keep it, and one that reports does', async () => {
  await hold(first);
  server.passDays(29 / 86_400);
  await hold(first);
  server.passDays(29 / 86_400);
  expect((await hold(second)).elsewhere).not.toBeNull();
  server.passDays(1 / 86_400);
  expect((await hold(second)).elsewhere).toBeNull();
});

it('the last window that asks wins', async () => {
  const third = 'cccccccc-0000-4000-8000-000000000000';
  await hold(first);
  const earlier = take(second);
  await server.context.editing.wait(id, 2000, new AbortController().signal);
  const last = take(third);
  expect((await earlier).elsewhere).not.toBeNull();
  await releaseEditing(server.context, session, id, first);
  expect((await last).elsewhere).toBeNull();
});

it('a window that is gone waits no more, and takes nothing', async () => {
  await hold(first);
  const gone = AbortSignal.abort();
  const view = await takeEditing(server.context, session, id, { window: second, gone });
  expect(view.elsewhere).not.toBeNull();
  expect((await hold(first)).elsewhere).toBeNull();
});

it('nobody else holds, takes or releases it', async () => {
  const stranger = await nobodysSession(server.context);
  const asks = { ...asking(second), waits: false };
  await expect(holdEditing(server.context, stranger, id, asks)).rejects.toThrow('not-found');
  await expect(takeEditing(server.context, stranger, id, asks)).rejects.toThrow('not-found');
  await expect(releaseEditing(server.context, stranger, id, first)).rejects.toThrow('not-found');
});
