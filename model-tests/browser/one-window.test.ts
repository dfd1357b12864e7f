import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { intercept, isCall } from './browser-faults.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Visitor } from './visitor.ts';

/** One window alone meets its own writes never as somebody else’s, whatever the network does. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const isSave = isCall('saveProgress');
const isReport = isCall('holdEditing');
const given = (page: Page) => page.locator('#field-givenName');
const family = (page: Page) => page.locator('#field-familyName');

async function typed(act: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  try {
    await visitor.startAnonymously('hundesteuer');
    page.on('dialog', (dialog) => void dialog.accept());
    await Promise.all([page.waitForResponse((it) => isSave(it.request())), given(page).fill('Hinrich')]);
    await page.locator('.sp-save-state--saved, .sp-save-state--notKept').waitFor();
    await act(visitor);
  } finally {
    await visitor.leave();
  }
}

/** Returns the stored data, as another window of the browser reads it. */
async function storedOf(visitor: Visitor): Promise<Record<string, unknown>> {
  const client = await visitor.otherWindow(portal);
  const id = new URL(visitor.page.url()).searchParams.get('id')!;
  return (await client.openForm({ params: { id }, query: {} })).data;
}

const isSaved = async (visitor: Visitor, expected: Record<string, unknown>) => {
  await eventually(async () => {
    const stored = await storedOf(visitor);
    return Object.fromEntries(Object.keys(expected).map((key) => [key, stored[key]]));
  }, expected);
  expect(await visitor.page.getByRole('dialog').count(), 'nobody else has written').toBe(0);
};

it('is reloaded while a write is under way, which arrives after the new page has read', () =>
  typed(async (visitor) => {
    const { page } = visitor;
    const write = Promise.withResolvers<Route>();
    const arrived = Promise.withResolvers<void>();
    const end = await intercept(page, async (route) => {
      if (isReport(route.request())) await arrived.promise;
      if (!isSave(route.request())) return route.fallback();
      write.resolve(route);
    });
    await given(page).fill('Hinrich Heinrich');
    const request = (await write.promise).request();
    const headers = await request.allHeaders();
    await page.reload();
    await eventually(() => given(page).inputValue(), 'Hinrich');
    const late = await fetch(request.url(), { method: 'PUT', headers, body: request.postData() });
    expect(late.status, 'the write of the page before arrives').toBe(200);
    arrived.resolve();
    await end();
    await family(page).fill('Petersen');
    await isSaved(visitor, { givenName: 'Hinrich Heinrich', familyName: 'Petersen' });
    expect(await given(page).inputValue(), 'what was typed before is shown').toBe('Hinrich Heinrich');
    await family(page).fill('Petersen-Wölk');
    await isSaved(visitor, { givenName: 'Hinrich Heinrich', familyName: 'Petersen-Wölk' });
  }));

it('loses the answers to its writes', () =>
  typed(async (visitor) => {
    const { page } = visitor;
    let left = 3;
    const end = await intercept(page, async (route) => {
      if (!isSave(route.request()) || left === 0) return route.fallback();
      left -= 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await given(page).fill('Hinrich Heinrich');
    await eventually(async () => left < 3, true);
    await family(page).fill('Petersen');
    await isSaved(visitor, { givenName: 'Hinrich Heinrich', familyName: 'Petersen' });
    await eventually(async () => left, 0);
    await given(page).fill('Hinrich Heinrich Johann');
    await isSaved(visitor, { givenName: 'Hinrich Heinrich Johann', familyName: 'Petersen' });
    await end();
  }));
