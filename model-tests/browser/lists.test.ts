import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { complete, fillIn, submit } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { multiplySent } from '../http/multiply-sent.ts';
import { type OwnContent, ownContent } from '../http/own-content.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { type PostgresServer, startPostgres } from '../http/postgres-server.ts';
import { withoutForm } from '../http/without-form.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { tooWide } from './sideways.ts';
import { Visitor } from './visitor.ts';

/** Long lists by keyboard and screen reader, and a draft whose form is gone. */

let postgres: PostgresServer;
let database: pg.Pool;
let content: OwnContent;
let browser: Browser;
let portal: Portal;
let person: PortalClient;
let draft = '';
let log = '';
let form: ReturnType<typeof withoutForm>;

beforeAll(async () => {
  postgres = (await startPostgres())!;
  database = new pg.Pool({ connectionString: postgres.url, max: 1 });
  database.on('error', () => undefined);
  content = await ownContent();
  browser = await openChromium();
  portal = await startPortal({
    contentDir: content.dir,
    environment: { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' },
    output: (text) => {
      log += text;
    },
  });
  form = withoutForm(content, portal, () => log);
  person = portal.client();
  await person.logIn('lindemann:eID');
  const { id } = await fillIn(person, 'hundesteuer');
  await complete(person, id);
  await submit(person, id);
  await multiplySent(database, id, 45);
  draft = (await fillIn(person, 'hundesteuer')).id;
});
afterEach(async () => {
  await closeWindows();
  await form.back();
});
afterAll(async () => {
  await portal?.close();
  await database?.end();
  await postgres?.stop();
  await content?.remove();
});

const addresses = {
  area: { de: '/nutzerkonto', en: '/en/account' },
  form: { de: '/formular', en: '/en/form' },
};

async function visit(locale: Locale, address: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, portal.url, locale);
  for (const [name, value] of person.cookies)
    await visitor.watched.context.addCookies([{ name, value, url: portal.url }]);
  await visitor.page.goto(address);
  return visitor;
}
/** Goes on with the Tab key until this has the focus, as a person without a mouse does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let presses = 0; presses < 400; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('not reached by the Tab key');
}
const spoken = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe.each(['de', 'en'] as const)('the personal area in %s, by keyboard', (locale) => {
  it('says the page, and continues at the list when the page changes, forwards and back', async () => {
    const visitor = await visit(locale, addresses.area[locale]);
    const { page } = visitor;
    const entries = page.locator('.sp-sent > li');
    await tabTo(page, visitor.link('account:pages.older'));
    await page.keyboard.press('Enter');
    await spoken(page, /2: 20 /);
    expect(await entries.count()).toBe(20);
    expect(await focused(page)).toContain(visitor.text('account:pages.page', { page: 2 }));
    await tabTo(page, visitor.link('account:pages.older'));
    await page.keyboard.press('Enter');
    await spoken(page, /3: 6 /);
    await tabTo(page, visitor.link('account:pages.newer'));
    await page.keyboard.press('Enter');
    await spoken(page, /2: 20 /);
    await page.goBack();
    await spoken(page, /3: 6 /);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tooWide(page), `${width} px`).toEqual([]);
    }
  });

  it('says how many entries words and kinds leave', async () => {
    const visitor = await visit(locale, addresses.area[locale]);
    const { page } = visitor;
    const field = page.getByRole('searchbox');
    await tabTo(page, field);
    await page.keyboard.type('nirgends');
    await page.keyboard.press('Enter');
    await spoken(page, /nirgends: 0 .*0 /);
    expect(await page.getByRole('searchbox').inputValue()).toBe('nirgends');
    await tabTo(page, visitor.link('account:filter.clear'));
    await page.keyboard.press('Enter');
    await page.locator('.sp-sent > li').first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await tabTo(page, page.getByRole('link', { name: visitor.text('account:drafts.title'), exact: true }));
    await page.keyboard.press('Enter');
    await spoken(page, /^1 /);
    expect(await page.locator('.sp-chip[aria-current=true]').textContent()).toBe(
      visitor.text('account:drafts.title'),
    );
  });

  it('shows a draft whose form is gone, gives it back, and goes on once the form is there again', async () => {
    await form.leaves('hundesteuer');
    const visitor = await visit(locale, `${addresses.area[locale]}?kind=drafts`);
    const { page } = visitor;
    await page.getByText(visitor.text('account:drafts.gone')).waitFor();
    await tabTo(page, visitor.link('account:drafts.goneAction'));
    await page.keyboard.press('Enter');
    await visitor.sees('application:failure.withdrawn.title');
    expect(await focused(page)).toBe(visitor.text('application:failure.withdrawn.title'));
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tooWide(page), `${width} px`).toEqual([]);
    }
    const [taken] = await Promise.all([
      page.waitForEvent('download'),
      visitor.link('application:failure.withdrawn.download').press('Enter'),
    ]);
    expect(taken.suggestedFilename()).toMatch(/^Angaben-[\d-]+\.zip$/);
    // Still gone: asking again says the same.
    await visitor.button('application:failure.withdrawn.again').press('Enter');
    await page.waitForEvent('load');
    await visitor.sees('application:failure.withdrawn.title');
    await form.back();
    await visitor.button('application:failure.withdrawn.again').press('Enter');
    await visitor.seesForm();
    expect(page.url()).toContain(draft);
  });
});
