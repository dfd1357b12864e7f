import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from 'xstate';
import { pageCalls } from '#contract/page-calls.ts';
import type { Place } from '#contract/shapes.ts';
import { selectIsStuck } from '#machines/build/build.selectors.ts';
import { selectToasts } from '#machines/notifications/notifications.selectors.ts';
import { selectPlace } from '#machines/portal/portal.selectors.ts';

import { createApi } from '../api.ts';
import { rememberedPlace, rememberPlace } from '../place.ts';
import { reportLostChunks } from './build.ts';
import { storePlace } from './location.ts';
import { ChunkLost, importOrReport } from './lost-chunks.ts';
import { createPublicPortal, wirePublicPortal } from './public-portal.ts';

const kiel: Place = { value: 'Kiel', key: '010020000000' };
const flensburg: Place = { value: 'Flensburg', key: '010010000000' };

/** A server of which only the build is requested here. */
const answering = (latest: string) =>
  vi.fn(async (address: string | URL | Request) =>
    String(address).startsWith('/builds/latest.json?')
      ? Response.json({ id: latest })
      : new Response(null, { status: 503 }),
  );

function open(place: Place | null = null) {
  const api = createApi(pageCalls, { send: async () => new Response(null, { status: 503 }) });
  const portal = createPublicPortal(wirePublicPortal(api), { locale: 'de', place, loginOutcome: null });
  return { portal, place: () => selectPlace(portal.getSnapshot()) };
}

beforeEach(() => {
  vi.useFakeTimers();
  storePlace(null);
  sessionStorage.clear();
  document.head.innerHTML = '<meta name="build" content="mine">';
  vi.stubGlobal('fetch', answering('mine'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the portal of the public pages', () => {
  it('asks and keeps nothing before it is started, and can be read', async () => {
    rememberPlace(localStorage, flensburg);
    const { portal, place } = open(kiel);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).not.toHaveBeenCalled();
    expect([place(), rememberedPlace(localStorage), document.cookie]).toEqual([kiel, flensburg, '']);
    expect(portal.getSnapshot().children.session?.getSnapshot().value).toBe('unknown');
  });

  it('keeps the place that the page was made for, and tells the service of it', () => {
    rememberPlace(localStorage, flensburg);
    open(kiel).portal.start();
    expect([rememberedPlace(localStorage), document.cookie]).toEqual([kiel, 'place=010020000000']);
  });

  it('takes up the place of last time when the page was made for none', () => {
    rememberPlace(localStorage, flensburg);
    const { portal, place } = open();
    expect(place()).toBeNull();
    portal.start();
    expect([place(), document.cookie]).toEqual([flensburg, 'place=010010000000']);
  });

  it('forgets the place everywhere when it is taken back', () => {
    const { portal, place } = open(kiel);
    portal.start();
    portal.getSnapshot().children.location?.send({ type: 'place.cleared' });
    expect([place(), rememberedPlace(localStorage), document.cookie]).toEqual([null, null, '']);
  });

  it('removes what is kept in another shape', () => {
    localStorage.setItem('serviceportal.place', '{"value":"Kiel"}');
    const { portal, place } = open();
    portal.start();
    expect([place(), localStorage.getItem('serviceportal.place')]).toEqual([null, null]);
  });

  it('says that there is a newer version, once the page has been quiet for a second', async () => {
    vi.stubGlobal('fetch', answering('newer'));
    const { portal } = open();
    portal.start();
    const said = () => selectToasts(portal.getSnapshot().children.notifications!.getSnapshot());
    expect(said()).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_100);
    // The answer is read outside of the timers.
    await vi.waitFor(() => expect(said().map(({ key }) => key)).toEqual(['common:newVersion']));
  });
});

describe('a script that cannot be loaded', () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  it('fails as it is when nobody can mend it', async () => {
    await expect(importOrReport(lost)).rejects.toThrow(TypeError);
  });

  it('leaves the import under way while the page is loaded anew, and notes when that was', async () => {
    const { portal } = open();
    portal.start();
    onTestFinished(reportLostChunks(portal));
    const failed = vi.fn();
    importOrReport(lost).catch(failed);
    // The answer is read outside of the timers.
    await vi.waitFor(() =>
      expect(Number(sessionStorage.getItem('serviceportal.reload /'))).toBeGreaterThan(0),
    );
    expect(failed).not.toHaveBeenCalled();
  });

  it('is given up when the same path was reloaded a moment ago', async () => {
    sessionStorage.setItem('serviceportal.reload /', String(Date.now() - 9_000));
    const { portal } = open();
    portal.start();
    onTestFinished(reportLostChunks(portal));
    await expect(importOrReport(lost)).rejects.toThrow(ChunkLost);
    expect(selectIsStuck(portal.getSnapshot().children.build!.getSnapshot())).toBe(true);
  });

  it('does not take the page away while the service cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const { portal } = open();
    portal.start();
    onTestFinished(reportLostChunks(portal));
    await expect(importOrReport(lost)).rejects.toThrow(ChunkLost);
    expect(sessionStorage.getItem('serviceportal.reload /')).toBeNull();
    await waitFor(portal.getSnapshot().children.build!, selectIsStuck);
  });
});
