import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { launchChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { answersTo } from './service-forms.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';
import { WatchedPage } from './watched-page.ts';

/** An application from its start to a failed payment and its result, followed by an analyst. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  await buildWhenChanged();
  [browser, portal] = await Promise.all([launchChromium(), startPortal()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

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

/** Which of these can be read; a short one, or a word that could be part of another, as a text of its own. */
const readable = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) =>
    /^[a-zA-Z0-9 ]{0,12}$/.test(secret) ? text.includes(`"${secret}"`) : text.includes(secret),
  );

/** Everything that is said on the channel from now on, as JSON. */
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
  await visitor.goOnFromWelcome();
  const answers = answersTo(SERVICE);
  await visitor.fillAll(SERVICE, answers);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  expect(id).not.toBe('');
  await visitor.confirm();
  await logInToSend(visitor);
  await visitor.decideConflict('apply');
  await visitor.sees('summary:heading');
  await visitor.confirm();
  await logInToSend(visitor);
  await visitor.sees('payment:title');
  // Also after pages of others.
  await mark(page).waitFor();
  const first = await visitor.openProvider();
  await chooseAtProvider(first, 'fail');
  await visitor.sees('payment:failed.title');
  await workshop.locator('.ws-watched', { hasText: 'Zahlung fehlgeschlagen' }).waitFor();
  const second = await visitor.openProvider(visitor.button('payment:failed.again'));
  await chooseAtProvider(second, 'card');
  await visitor.sees('result:heading');

  // A second window, and one that nobody has asked to follow.
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
  const step = workshop.getByRole('button', { name: 'Schritt zurück' });
  const failed = workshop.locator('.ws-watched', { hasText: 'Zahlung fehlgeschlagen' });
  for (let steps = 0; steps < 400 && (await failed.count()) === 0; steps += 1) await step.press('Enter');
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
      .getByLabel('Open recording')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('recording.json', recording);
  await reader.page.getByText('You are looking at a saved recording.').waitFor();
  await choose('other.json', '{"format":"another"}');
  await reader.page.getByText('This file is not a recording of the workshop.').waitFor();
  await reader.page.locator('.dg').waitFor();
  for (const width of [360, 768, 1280]) {
    await reader.page.setViewportSize({ width, height: 900 });
    await reader.expectFits(`the workshop at ${width}`);
    await picture(reader.page, `workshop-live-en-${width}`);
    await workshop.setViewportSize({ width, height: 900 });
    await picture(workshop, `workshop-live-de-${width}`);
  }
  await reader.close();
  expect([...hosts].filter((host) => host !== 'localhost' && host !== '127.0.0.1')).toEqual([]);
  await visitor.leave();
}, 1_200_000);
