import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { intercept, isCallOf } from './browser-faults.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { picture } from './pictures.ts';
import { tooWide } from './sideways.ts';
import { Visitor } from './visitor.ts';

let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ environment: { LOG_LEVEL: 'fatal' } }),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const WIDTHS = [1280, 360];
const otherThan = (locale: Locale): Locale => (locale === 'de' ? 'en' : 'de');
/** The boxes of statements; that about e-mails is none. */
const isTicked = ({ page }: Visitor) =>
  page
    .locator('form')
    .getByRole('checkbox')
    .and(page.locator(':not(#mails)'))
    .evaluateAll((boxes) => boxes.map((it) => (it as HTMLInputElement).checked));
const idsOf = ({ page }: Visitor) =>
  page
    .locator('form')
    .getByRole('checkbox')
    .and(page.locator(':not(#mails)'))
    .evaluateAll((boxes) => boxes.map(({ id }) => id));

/** Sets the width of the window, and checks that nothing is wider. */
async function fitsInto({ page }: Visitor, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  expect(await tooWide(page), `${width} px`).toEqual([]);
}

const cases = locales.flatMap((locale) => [
  { locale, service: 'hundesteuer' as const, asked: ['correctness'] },
  { locale, service: 'wohngeld' as const, asked: ['correctness', 'consent', 'acknowledgement'] },
]);

it.each(cases)(
  'each statement of $service is ticked by the person, in $locale',
  async ({ locale, service, asked }) => {
    const visitor = await Visitor.arrive(browser, portal.url, locale);
    const { page } = visitor;
    await visitor.startAnonymously(service);
    await visitor.fillAll(service);
    expect(await idsOf(visitor)).toEqual(asked);
    const form = page.locator('form', { has: page.locator('#correctness') });
    const talksOfConsent = /willig|consent|agree/i.test((await form.textContent()) ?? '');
    expect(talksOfConsent).toBe(asked.includes('consent'));

    const none = asked.map(() => false);
    await form.locator('[type=submit]').click();
    await page.locator('.sp-error-summary:focus').waitFor();
    expect(await page.locator('.sp-error-summary a').count()).toBe(asked.length);
    for (const width of WIDTHS) {
      await fitsInto(visitor, width);
      await visitor.watched.expectAccessible(`statements of ${service} that are missing, ${width} px`);
      await picture(page, `statements-missing-${service}-${locale}-${width}`);
    }
    await page.locator('#correctness').check();
    expect(await isTicked(visitor)).toEqual([true, ...none.slice(1)]);
    // A statement counts only in the language in which it was read.
    await visitor.read(otherThan(locale));
    await visitor.sees('summary:heading');
    await eventually(() => isTicked(visitor), none);
    expect(await page.locator('.sp-error-summary').count()).toBe(0);
    await visitor.read(locale);
    await visitor.sees('summary:heading');
    await eventually(() => isTicked(visitor), none);
    for (const width of WIDTHS) {
      await fitsInto(visitor, width);
      await picture(page, `statements-${service}-${locale}-${width}`);
    }
    const completed = page.waitForResponse((response) => isCallOf('completeProcess')(response.request()));
    await visitor.confirm();
    const { statements } = JSON.parse((await completed).request().postData()!) as { statements: object[] };
    expect(statements).toMatchObject(asked.map((id) => ({ id })));
    expect((await completed).status()).toBe(200);
    await page.locator('#correctness').waitFor({ state: 'detached' });
    await visitor.leave();
  },
  1_200_000,
);

it('who read an older wording sees the present one, ticks again, and has lost nothing', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await visitor.startAnonymously('wohngeld');
  const isSummary = isCallOf('loadSummary');
  const end = await intercept(page, async (route) => {
    if (!isSummary(route.request())) return route.fallback();
    const response = await route.fetch();
    const summary = await response.json();
    const statements = summary.statements.map((it: { id: string; text: string }) =>
      it.id === 'consent' ? { ...it, version: 0, text: 'Ein früherer Wortlaut.' } : it,
    );
    await route.fulfill({ response, json: { ...summary, statements } });
  });
  await visitor.fillAll('wohngeld');
  await page.getByRole('checkbox', { name: 'Ein früherer Wortlaut.' }).waitFor();
  const before = await page.locator('.sp-summary').first().textContent();
  await end();
  await visitor.confirm();
  await page.getByRole('alert').getByText(visitor.text('errors:code.statement-missing')).waitFor();
  await visitor.link('summary:confirm.again').click();
  await page.locator('#correctness:focus').waitFor();
  await page.getByRole('checkbox', { name: /^Ich willige ein/ }).waitFor();
  expect(await isTicked(visitor)).toEqual([false, false, false]);
  expect(await page.locator('.sp-summary').first().textContent()).toBe(before);
  await picture(page, 'statements-new-wording');
  await visitor.confirm();
  await visitor.sees('summary:login.title');
  await visitor.leave();
}, 1_200_000);
