import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { answersTo } from './service-forms.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';
import { WatchedPage } from './watched-page.ts';

/** An application from its start to a failed payment and its result, followed by an analyst. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ environment: { OPERATIONS_TOKEN: TOKEN } }),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const TOKEN = 'a token that only operators know, 1234';
const SERVICE = 'bewohnerparkausweis';
const PERSON = 'lindemann';
const mark = (page: Page) => page.getByText('Dieses Fenster wird in der Werkstatt gezeigt.');

/** Every text in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Secrets that can be read in the text. A short one must be a text of its own, as it may be part of another word. */
const readable = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) =>
    /^[a-zA-Z0-9 ]{0,12}$/.test(secret) ? text.includes(`"${secret}"`) : text.includes(secret),
  );

/** Collects everything sent on the channel from now on, as JSON. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel('serviceportal.inspection').addEventListener('message', ({ data }) =>
      heard.push(data),
    );
  });
  return () => page.evaluate(() => JSON.stringify((window as unknown as { heard: unknown[] }).heard));
}

async function logInToSend(visitor: Visitor): Promise<void> {
  await visitor.sees('summary:login.title');
  await visitor.button('summary:login.button').click();
  await visitor.chooseAtAccount(`${PERSON}:eID`);
}

/** True if the box of a state is drawn as active, and inside the visible part of the drawing. */
const isInView = (page: Page, state: string): Promise<boolean> =>
  page.evaluate((path) => {
    const box = document.querySelector(`.dg-box--active[data-part="${path}"]`)?.getBoundingClientRect();
    const area = document.querySelector('.ws-area')?.getBoundingClientRect();
    if (!box || !area) return false;
    return (
      box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom
    );
  }, state);

/** Checks the operators' view of the application, by its id and by its number, and their view of all. */
async function asOperator(reader: WatchedPage, id: string, number: string): Promise<void> {
  const { page } = reader;
  await page.goto('/en/workshop?section=applications');
  const which = page.getByLabel('Ticket number or id');
  await which.fill(id);
  await which.press('Enter');
  const token = page.getByLabel('Token');
  await token.fill('wrong');
  await token.press('Enter');
  await page.getByText('This token is wrong.').waitFor();
  await token.fill(TOKEN);
  await token.press('Enter');
  await page.getByRole('heading', { name: `Application ${number}` }).waitFor();
  const rows = page.locator('tbody tr');
  const entries = await rows.count();
  const failure = rows.filter({ hasText: 'PROC-34' });
  expect(await failure.textContent()).toMatch(/Payment provider.*Payment open.*Payment failed/);
  await failure.getByRole('button').press('Enter');
  await expect.poll(() => isInView(page, 'PAYMENT_FAILURE')).toBe(true);
  const moment = page.getByRole('region', { name: 'At this moment' });
  await moment.getByText('The payment failed', { exact: true }).waitFor();
  // The address leads to this step.
  await page.waitForURL((url) => url.searchParams.has('step'));
  const { searchParams } = new URL(page.url());
  await page.reload();
  await page.getByText(`Step ${searchParams.get('step')} of ${entries}`).waitFor();
  await moment.getByText('The payment failed', { exact: true }).waitFor();
  await lookAt(reader, 'replay');
  await moment.getByRole('link', { name: 'What if? Payment failed' }).first().press('Enter');
  await page.getByRole('heading', { level: 1, name: 'What if?' }).waitFor();
  await page.goBack();

  await which.fill(number);
  await which.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('process') === number);
  await expect.poll(() => rows.count()).toBe(entries);
  await which.fill('SP-AAAA-AAAA-AAAA');
  await which.press('Enter');
  await page.getByText('There is no such application').waitFor();

  await page.goto('/en/workshop?section=totals');
  await page.locator('.dg-weight').first().waitFor();
  const arrows = page.getByRole('region', { name: 'Process: Arrows' }).getByRole('row');
  expect(await arrows.filter({ hasText: 'PROC-34' }).textContent()).toMatch(
    /Payment failed.*Payment open.*Payment failed.*PROC-34.*1.*Payment provider: 1/,
  );
  await lookAt(reader, 'totals');
}

/** Checks that the page is accessible in both modes, and no wider than any window. */
async function lookAt(reader: WatchedPage, name: string): Promise<void> {
  const { page } = reader;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await reader.expectAccessible(`${name} ${colorScheme}`);
  }
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await reader.expectFits(`${name} at ${width}`);
    await picture(page, `workshop-${name}-en-${width}`);
  }
}

it('shows an analyst what happens, and nothing that anybody has typed', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page, watched } = visitor;
  const hosts = new Set<string>();
  watched.context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(?:http|ws)s?:$/.test(protocol)) hosts.add(hostname);
  });
  const workshop = await watched.context.newPage();
  await workshop.goto('/werkstatt?section=live');
  await workshop.getByText('Noch wird kein Fenster verfolgt.').waitFor();
  const heard = await listen(workshop);

  await page.goto('/?inspect');
  await mark(page).waitFor();
  expect(page.url()).toBe(`${portal.url}/`);
  await visitor.startAnonymously(SERVICE);
  const answers = answersTo(SERVICE);
  await visitor.fillAll(SERVICE, answers);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  expect(id).not.toBe('');
  await visitor.confirm();
  await logInToSend(visitor);
  await visitor.decideConflict('apply');
  await visitor.sees('summary:heading');
  await visitor.confirm();
  await visitor.sees('payment:title');
  // The mark stays after pages of others.
  await mark(page).waitFor();
  const first = await visitor.openProvider();
  await chooseAtProvider(first, 'fail');
  await visitor.sees('payment:failed.title');
  await workshop.locator('.ws-watched', { hasText: 'Zahlung fehlgeschlagen' }).waitFor();
  const second = await visitor.openProvider(visitor.button('payment:failed.again'));
  await chooseAtProvider(second, 'card');
  await visitor.sees('result:heading');

  // A second window, and one that is not followed.
  const other = await watched.context.newPage();
  await other.goto('/hilfe?inspect');
  await mark(other).waitFor();
  const plain = await watched.context.newPage();
  await plain.goto('/hilfe');
  await workshop.getByRole('heading', { name: 'Fenster 2' }).waitFor();
  await workshop.locator('.ws-actor[aria-current]', { hasText: 'Antrag' }).waitFor();
  await workshop.locator('.dg').waitFor();
  expect(await mark(plain).count()).toBe(0);

  // Back to the failed payment, step by step.
  await workshop.getByRole('button', { name: 'Anhalten' }).click();
  const back = workshop.getByRole('button', { name: 'Zurück in „Antrag“' });
  const failed = workshop.locator('.ws-watched strong', { hasText: 'Zahlung fehlgeschlagen' });
  for (let steps = 0; steps < 60 && (await failed.count()) === 0; steps += 1) await back.press('Enter');
  await failed.waitFor();
  await expect.poll(() => isInView(workshop, 'progress.payment.failed.resting')).toBe(true);
  await workshop.getByRole('button', { name: 'Vor in „Antrag“' }).press('Enter');
  await expect.poll(() => failed.count()).toBe(0);
  await workshop.getByRole('button', { name: 'Schritt zurück' }).press('Enter');
  await failed.waitFor();

  const downloaded = workshop.waitForEvent('download');
  await workshop.getByRole('button', { name: 'Aufzeichnung speichern' }).click();
  const file = await (await downloaded).path();
  const recording = await readFile(file, 'utf8');
  expect(recording).toContain('"application"');
  const result = (await page.locator('main').textContent()) ?? '';
  const numbers = result.match(/\b[A-Z0-9]{3,}-[A-Z0-9-]{3,}\b/g) ?? [];
  const { attributes } = DEMONSTRATION_PERSONS.find((person) => person.id === PERSON)!;
  const secrets = [...new Set([...textsIn(answers), ...textsIn(attributes), id, ...numbers])].filter(
    (text) => text !== '',
  );
  expect(secrets.length).toBeGreaterThan(25);
  expect(readable(JSON.stringify({ a: 'yes', b: 'x Hafenstraße 1, 24103 Kiel' }), secrets)).toHaveLength(2);
  expect(readable(recording.replaceAll(/\s+/g, ' '), secrets)).toEqual([]);
  const said = await heard();
  expect(said).toContain('"@xstate.snapshot"');
  expect(readable(said, secrets)).toEqual([]);

  await page.getByRole('button', { name: 'Nicht mehr zeigen' }).click();
  await mark(page).waitFor({ state: 'detached' });
  await page.reload();
  await visitor.sees('result:heading');
  expect(await mark(page).count()).toBe(0);

  // The recording is enough, in the other language and in windows of any width.
  const reader = await WatchedPage.open(browser, portal.url, { locale: 'en', width: 1280 });
  await reader.page.goto('/en/workshop?section=live');
  const choose = (name: string, text: string) =>
    reader.page
      .getByLabel('Open recording', { exact: true })
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('recording.json', recording);
  await reader.page.getByText('You are looking at a saved recording.').waitFor();
  await choose('other.json', '{"format":"another"}');
  await reader.page.getByText('This file is not a recording of the workshop.').waitFor();
  await reader.page.locator('.dg').waitFor();
  await lookAt(reader, 'live');
  // The recording stays in the other language.
  await reader.page.getByRole('link', { name: 'Deutsch' }).click();
  await reader.page.getByText('Sie sehen eine gespeicherte Aufzeichnung.').waitFor();
  await reader.page.getByRole('link', { name: 'English' }).click();
  await reader.page.getByText('You are looking at a saved recording.').waitFor();
  await asOperator(reader, id, result.match(/SP(?:-[A-Z0-9]{4}){3}/)?.[0] ?? '');
  for (const width of [360, 768, 1280]) {
    await workshop.setViewportSize({ width, height: 900 });
    await picture(workshop, `workshop-live-de-${width}`);
  }
  await reader.close();
  expect([...hosts].filter((host) => host !== 'localhost' && host !== '127.0.0.1')).toEqual([]);
  await visitor.leave();
}, 1_200_000);
