import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { Visitor } from './visitor.ts';

/** Marks of a followed window, and a viewer on another host that a developer has named. */
let browser: Browser;
let portal: Portal;
let viewerHost: Server;
let viewerUrl = '';
let visits = 0;

/** Stands for the viewer of XState's makers: it reports that it is there, and then receives messages. */
const VIEWER = `<!doctype html><title>Viewer</title><script>
  window.heard = [];
  addEventListener('message', ({ data, origin }) => window.heard.push({ data, origin }));
  window.connect = () => opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

beforeAll(async () => {
  viewerHost = createServer((_, response) => {
    visits += 1;
    response.setHeader('content-type', 'text/html').end(VIEWER);
  });
  await new Promise<void>((resolve) => viewerHost.listen(0, '127.0.0.1', resolve));
  viewerUrl = `http://127.0.0.1:${(viewerHost.address() as AddressInfo).port}/inspect`;
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ environment: { INSPECTOR_URL: viewerUrl } }),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
  viewerHost?.close();
});

const mark = (page: Page) => page.locator('.sp-inspection');
type Heard = {
  data: { type: string; name?: string; definition?: string; sessionId?: string };
  origin: string;
};
const heardBy = (viewer: Page) => viewer.evaluate(() => (window as unknown as { heard: Heard[] }).heard);

/** Counts messages of the window to a workshop, which a viewer would receive as well. */
const countTold = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { told: 0 });
    new BroadcastChannel('serviceportal.inspection').addEventListener('message', () => {
      (window as unknown as { told: number }).told += 1;
    });
  });
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: number }).told);

it('tells another viewer only once somebody has opened it and it has answered', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await page.goto('/?inspect');
  await mark(page)
    .getByText(`Achtung: ${new URL(viewerUrl).host} erfährt mit`)
    .waitFor();
  expect(visits).toBe(0);
  const [viewer] = await Promise.all([
    visitor.watched.context.waitForEvent('page'),
    mark(page).getByRole('button', { name: 'Dort öffnen' }).click(),
  ]);
  await viewer.waitForURL(viewerUrl);
  await countTold(page);
  const search = page.getByRole('combobox').first();
  await search.fill('Personalausweis');
  // Another origin than the viewer's cannot ask for reports.
  await page.evaluate(() => window.postMessage({ type: '@statelyai.connected' }, '*'));
  const before = await told(page);
  await search.fill('Personalausweis verloren');
  await expect.poll(() => told(page)).toBeGreaterThan(before);
  expect(await heardBy(viewer)).toEqual([]);

  await viewer.evaluate(() => (window as unknown as { connect: () => void }).connect());
  await expect.poll(async () => (await heardBy(viewer)).length).toBeGreaterThan(3);
  const first = await heardBy(viewer);
  expect(new Set(first.map(({ origin }) => origin))).toEqual(new Set([new URL(portal.url).origin]));
  const actors = first.filter(({ data }) => data.type === '@xstate.actor');
  expect(actors.map(({ data }) => data.name)).toEqual(
    expect.arrayContaining(['portal', 'search', 'session']),
  );
  const drawn = actors.find(({ data }) => data.name === 'search')?.data.definition ?? '';
  expect(Object.keys(JSON.parse(drawn))).toEqual(expect.arrayContaining(['id', 'states']));
  expect(drawn).not.toContain('"context"');

  await search.fill('Hundesteuer');
  await expect.poll(async () => (await heardBy(viewer)).length).toBeGreaterThan(first.length);
  expect(JSON.stringify(await heardBy(viewer))).not.toMatch(/Hundesteuer|Personalausweis/);

  await mark(page).getByRole('button', { name: 'Nicht mehr zeigen' }).click();
  await expect.poll(async () => (await heardBy(viewer)).at(-1)?.data.type).toBe('@statelyai.disconnected');
  const last = (await heardBy(viewer)).length;
  await search.fill('Reisepass');
  await page.getByRole('option').first().waitFor();
  expect(await heardBy(viewer)).toHaveLength(last);
  visitor.watched.expectSilent();
  await visitor.leave();
});

/** The colour of a picture's left lower corner, where the mark has no text. */
async function cornerOf(page: Page): Promise<number[]> {
  const box = (await mark(page).boundingBox())!;
  const clip = { x: 2, y: box.height - 8, width: 4, height: 4 };
  const canvas = createCanvas(4, 4).getContext('2d');
  canvas.drawImage(await loadImage(await page.screenshot({ clip })), 0, 0);
  return [...canvas.getImageData(1, 1, 1, 1).data];
}

it('shows the mark above a dialog that is open, and keeps nothing hidden behind it', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await page.goto('/?inspect');
  await mark(page).getByText('Dieses Fenster wird in der Werkstatt gezeigt.').waitFor();
  await visitor.startAnonymously('bewohnerparkausweis');
  await mark(page).getByText('Dieses Fenster wird in der Werkstatt gezeigt.').waitFor();
  const { height } = (await mark(page).boundingBox())!;
  expect((await page.locator('header').first().boundingBox())!.y).toBeGreaterThanOrEqual(height - 1);
  const plain = await cornerOf(page);
  // The background of the mark, and opaque.
  expect(plain).toEqual([0x4a, 0x12, 0x59, 255]);
  await visitor.link('application:leave.link').click();
  await page.getByRole('dialog').waitFor();
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  expect(await cornerOf(page)).toEqual(plain);
  await visitor.leave();
});
