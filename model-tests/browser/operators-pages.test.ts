import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { openStorage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { complete, fillIn, settled, submit } from '../http/applications.ts';
import { logOperatorIn } from '../http/operator.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { changeScheme } from './colour-scheme.ts';
import { picture } from './pictures.ts';
import { WatchedPage } from './watched-page.ts';

/** The operators' pages with something on each: they fit every window, and nobody is kept out. */
let browser: Browser;
let portal: Portal;
const REFUND = randomUUID();
/** Number of its payment at the payment service; its application is gone. */
const REFERENCE = 'KIEL-2026-000000000000000004711';
/** Ids of an application that waits for its delivery, and of one that was sent. */
const id = { waits: '', sent: '' };

const ADDRESSES: Record<string, Record<Locale, () => string>> = {
  operations: { de: () => '/betrieb', en: () => '/en/operations' },
  case: {
    de: () => `/betrieb/vorgang?number=${id.waits}`,
    en: () => `/en/operations/case?number=${id.waits}`,
  },
  'try that has failed': {
    de: () => `/betrieb/vorgang?number=${id.waits}&tried=delivery&id=${id.waits}&from=`,
    en: () => `/en/operations/case?number=${id.waits}&tried=delivery&id=${id.waits}&from=`,
  },
  'no case': { de: () => '/betrieb/vorgang?number=SP', en: () => '/en/operations/case?number=SP' },
  jobs: { de: () => '/betrieb/aufgaben?done=2', en: () => '/en/operations/jobs?done=2' },
  refund: {
    de: () => `/betrieb/erstattung?payment=${REFUND}`,
    en: () => `/en/operations/refund?payment=${REFUND}`,
  },
  'refund by its number': {
    de: () => `/betrieb/vorgang?number=${REFERENCE}`,
    en: () => `/en/operations/case?number=${REFERENCE}`,
  },
  'no refund': { de: () => '/betrieb/erstattung', en: () => '/en/operations/refund' },
  payment: {
    de: () => '/betrieb/unterbrechung?what=payment',
    en: () => '/en/operations/interruption?what=payment',
  },
  maintenance: {
    de: () => '/betrieb/unterbrechung?what=maintenance',
    en: () => '/en/operations/interruption?what=maintenance',
  },
  removal: {
    de: () => `/betrieb/entfernen?number=${id.sent}`,
    en: () => `/en/operations/remove?number=${id.sent}`,
  },
  'removal that is refused': {
    de: () => `/betrieb/entfernen?number=${id.waits}`,
    en: () => `/en/operations/remove?number=${id.waits}`,
  },
};

beforeAll(async () => {
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({
      between: async (partners) => partners.operatorsEnvironment,
      environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '3600' },
    }),
  ]);
  const person = portal.client();
  await person.logIn('thomsen:Elster');
  const sent = await fillIn(person, 'hundesteuer');
  await complete(person, sent.id);
  await submit(person, sent.id);
  await settled(person, sent.id);
  const waits = await fillIn(person, 'hundesteuer');
  await complete(person, waits.id);
  portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
  // It does not settle while the delivery service is away.
  await person.call('submitProcess', { params: { id: waits.id } });
  const retry = async () =>
    (await person.call('getProcess', { params: { id: waits.id }, query: {} })).submission?.retry ?? null;
  while ((await retry()) === null) await pause(100);
  Object.assign(id, { waits: waits.id, sent: sent.id });
  await portal.stop();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  await db
    .insertInto('refund')
    .values({
      ...{ paymentId: REFUND, processId: randomUUID(), transactionId: randomUUID() },
      ...{ reference: REFERENCE, endPointId: 'authority', amountCents: 6000 },
      notedAt: new Date(),
    })
    .execute();
  await sql`insert into jobs.job (name, data, state, retry_count, retry_limit, completed_on)
    select 'form-case-end', '{}'::jsonb, 'failed', 8, 8, now() from generate_series(1, 2)`.execute(db);
  await db
    .insertInto('runningServer')
    .values({
      id: randomUUID(),
      name: 'serviceportal-7d9c5b6f4-with-a-long-name-of-a-pod 0.0.0.0:8080',
      facts: json({
        ...{ version: '0.2.0', commit: '0123456789abcdef', runsSeconds: 100_000 },
        partners: [{ partner: 'neighbour hamburg', awaySeconds: 9_000, answerSeconds: 4 }],
        certificates: [{ certificate: 'FITCONNECT_TRUSTED_CERTIFICATES', days: 12 }],
        clocks: [{ partner: 'https://login.example', aheadSeconds: -75 }],
        missing: { content: 'lacks content' },
        unwritten: ['security'],
      }),
      // It speaks: a server is believed for half a minute, and this one for longer than the test.
      seenAt: new Date(Date.now() + 3_600_000),
    })
    .execute();
  await close();
  await portal.start();
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

/** Opens a window of an operator with all roles. */
async function operator(locale: Locale): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, portal.url, { locale, width: 360 });
  const [name = '', value = ''] = (await logOperatorIn(portal, 'boysen:high')).split('=');
  await watched.context.addCookies([{ name, value, url: portal.url }]);
  return watched;
}

it.each(locales)('fit every window and have no barrier, light and dark (%s)', async (locale) => {
  const watched = await operator(locale);
  const { page } = watched;
  for (const [index, [name, address]] of Object.entries(ADDRESSES).entries()) {
    await page.goto(address[locale]());
    if (name === 'refund by its number') expect(page.url()).toContain(`?payment=${REFUND}`);
    await changeScheme(page, index % 2 === 0 ? 'light' : 'dark');
    for (const [turn, width] of ([360, 768, 1280] as const).entries()) {
      const state = `operators ${name}-${locale}-${width}`;
      await page.setViewportSize({ width, height: 900 });
      await watched.expectFits(state);
      if (turn === (index + locales.indexOf(locale)) % 3) await watched.expectAccessible(state);
      await picture(page, state);
    }
  }
  expect(watched.consoleErrors.filter((line) => !line.includes('404'))).toEqual([]);
});

it('show what was typed, and what is missing, where an act was not taken', async () => {
  for (const locale of locales) {
    const watched = await operator(locale);
    const { page } = watched;
    await page.goto(ADDRESSES.case![locale]());
    const form = page.locator('form:has(input[name=act][value=giveUp])');
    await form.evaluate((element) => element.setAttribute('novalidate', ''));
    await form.locator('input[name=because]').fill('x');
    await form.getByRole('button').click();
    await page.getByRole('alert').first().waitFor();
    for (const width of [360, 768, 1280] as const) {
      await page.setViewportSize({ width, height: 900 });
      await watched.expectFits(`operators refused-${locale}-${width}`);
      await picture(page, `operators refused-${locale}-${width}`);
    }
    await watched.expectAccessible(`operators refused-${locale}`);
    expect(await form.locator('input[name=because]').inputValue()).toBe('x');
  }
});

it('lead by the keyboard from what is wrong to its details, and from a case to a try', async () => {
  const watched = await operator('de');
  const { page } = watched;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/betrieb');
  const press = async (text: string) => {
    for (let tab = 0; tab < 80; tab += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
      if (focused.startsWith(text)) return page.keyboard.press('Enter');
    }
    throw new Error(`no way to ${text}`);
  };
  await press('Partnerportal hamburg: antwortet nicht');
  await expect.poll(() => new URL(page.url()).hash).toBe('#partners');
  await page.goto(ADDRESSES.case!.de());
  await page.getByLabel('Grund', { exact: true }).first().focus();
  await page.keyboard.type('Anruf');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.getByRole('alert').or(page.getByRole('status')).first().textContent(), {
      timeout: 30_000,
    })
    .toContain('Der Versuch');
});

it('ask who somebody is, and say why that was not taken, in every window', async () => {
  for (const locale of locales) {
    const watched = await WatchedPage.open(browser, portal.url, { locale, width: 360 });
    const { page } = watched;
    await page.goto(locale === 'de' ? '/betrieb?login=noRole' : '/en/operations?login=noRole');
    await page.getByRole('alert').waitFor();
    for (const width of [360, 768, 1280] as const) {
      await page.setViewportSize({ width, height: 900 });
      await watched.expectFits(`operators login-${locale}-${width}`);
      await picture(page, `operators login-${locale}-${width}`);
    }
    await watched.expectAccessible(`operators login-${locale}`);
  }
});
