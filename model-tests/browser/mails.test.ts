import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { type Portal, startPortal } from '../http/portal.ts';
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

const WIDTHS = [768, 360];

it.each(locales)(
  'a person who applies without an account gets an e-mail with the ticket number of the page, in %s',
  async (locale) => {
    const visitor = await Visitor.arrive(browser, portal.url, locale);
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    await visitor.fillAll('hundesteuer');
    const box = page.locator('#mails');
    expect(await box.isChecked()).toBe(true);
    const told = (await page.locator('label[for=mails]').textContent()) ?? '';
    const [address] = /\S+@[\w.-]+\w/.exec(told)!;
    await box.scrollIntoViewIfNeeded();
    await picture(page, `mails-summary-${locale}`);
    // The choice can be taken back.
    await box.uncheck();
    await box.check();
    await visitor.confirm();
    await visitor.sees('result:heading');
    const ticket = (await page.locator('.sp-panel__number').textContent())!.trim();
    const arrived = () => portal.partners.mail.mails().filter(({ text }) => text.includes(ticket));
    await eventually(() => arrived().length, 1);
    const [mail] = arrived();
    expect(mail).toMatchObject({ to: address, headers: { 'content-language': locale } });
    // The page asks by itself.
    await page
      .getByText(visitor.text('result:facts.mails.sent', { to: address }))
      .last()
      .waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tooWide(page)).toEqual([]);
    }
    await visitor.leave();

    const index = portal.partners.mail.mails().indexOf(mail!);
    const reader = await Visitor.arrive(browser, portal.partners.mail.origin, locale);
    await reader.page.goto(`${portal.partners.mail.origin}/mails/${index}/html`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await reader.page.setViewportSize({ width, height: 900 });
        expect(await tooWide(reader.page)).toEqual([]);
        await reader.watched.expectAccessible(`mail, ${colorScheme}, ${width} px`);
        await picture(reader.page, `mail-${locale}-${colorScheme}-${width}`);
      }
    }
    await reader.leave();
  },
  600_000,
);
