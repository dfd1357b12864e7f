import { describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { driveClock, sleepAndWake } from './driven-clock.ts';
import { NO_DRAFT } from './journeys.ts';
import { picture } from './pictures.ts';
import { Visitor } from './visitor.ts';
import { provideStage } from './walk-stage.ts';
import { WatchedPage } from './watched-page.ts';

const stage = provideStage();
const PERSON: LoginChoice = 'thomsen:Benutzername';
const WIDTHS = { de: 360, en: 1280 } as const;

/** A person without an account on the second page of a form, with fresh input. */
async function onSecondPage(locale: Locale): Promise<{ visitor: Visitor; typed: () => Promise<string> }> {
  const { browser, portal } = stage();
  const watched = await WatchedPage.open(browser, portal.url, { locale, width: WIDTHS[locale] });
  const visitor = new Visitor(watched, locale);
  await visitor.startAnonymously('hundesteuer');
  const [first, second] = visitor.filler('hundesteuer').pages;
  await visitor.filler('hundesteuer').fill(first!, locale);
  await visitor.next();
  await visitor.seesHeading(second!.title);
  const field = visitor.page.locator('.sp-form input[type=text]').first();
  await field.fill('Elfriede');
  return { visitor, typed: () => field.inputValue() };
}

const keepByLogin = async (visitor: Visitor, locale: Locale) => {
  await picture(visitor.page, `keeping-bar-${locale}`);
  await visitor.button('application:keep').click();
  const dialog = visitor.page.getByRole('dialog');
  await dialog.getByText(visitor.text('keeping:login.text')).waitFor();
  await picture(visitor.page, `keeping-choosing-${locale}`);
  const provider = visitor.text('common:provider.nkb');
  await dialog.getByRole('button', { name: visitor.text('keeping:login.ok', { provider }) }).click();
};

describe.each(['de', 'en'] as const)('an application without an account (%s)', (locale) => {
  it('is kept by a login in the middle: on the same page, with what was typed last', async () => {
    const { visitor, typed } = await onSecondPage(locale);
    const address = () => new URL(visitor.page.url()).search;
    const before = address();
    await keepByLogin(visitor, locale);
    await visitor.chooseAtAccount(PERSON);
    await visitor.page.getByText(visitor.text('keeping:kept.title')).waitFor();
    await picture(visitor.page, `keeping-kept-${locale}`);
    expect(address()).toBe(before);
    expect(await typed()).toBe('Elfriede');
    expect(await visitor.button('application:keep').count()).toBe(0);
    const client = await visitor.otherWindow(stage().portal);
    const drafts = await client.call('listDrafts', { query: {} });
    expect(drafts.map(({ id }) => id)).toContain(new URLSearchParams(before).get('id'));
    for (const { id } of drafts) await client.call('deleteDraft', { query: { id } });
    visitor.watched.expectSilent([NO_DRAFT]);
    await visitor.leave();
  });

  it('loses nothing by a login that is given up', async () => {
    const { visitor, typed } = await onSecondPage(locale);
    const before = visitor.page.url();
    await keepByLogin(visitor, locale);
    await visitor.chooseAtAccount('cancel');
    await visitor.page.locator('.sp-outcome').getByText(visitor.text('login:outcome.cancelled')).waitFor();
    expect(visitor.page.url()).toBe(before);
    expect(await typed()).toBe('Elfriede');
    expect(await visitor.button('application:keep').count()).toBe(1);
    await visitor.leave();
  });

  it('can be kept instead of being ended', async () => {
    const { visitor } = await onSecondPage(locale);
    await visitor.button('common:account.end').click();
    const keep = visitor.page.getByRole('dialog').getByRole('button', { name: visitor.text('ending:keep') });
    await keep.waitFor();
    await picture(visitor.page, `keeping-instead-${locale}`);
    await keep.click();
    await visitor.page.getByRole('dialog').getByText(visitor.text('keeping:login.text')).waitFor();
    await visitor.leave();
  });

  it('comes back from a file at another computer', async () => {
    const { visitor } = await onSecondPage(locale);
    await visitor.button('application:keep').click();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByRole('button', { name: visitor.text('keeping:file.ok') }).click();
    const code = await dialog.locator('.sp-code').textContent();
    const [download] = await Promise.all([
      visitor.page.waitForEvent('download'),
      dialog.getByRole('link', { name: visitor.text('keeping:sealed.download') }).click(),
    ]);
    await picture(visitor.page, `keeping-sealed-${locale}`);
    const file = await download.path();

    const { browser, portal } = stage();
    const elsewhere = new Visitor(
      await WatchedPage.open(browser, portal.url, { locale, width: WIDTHS[locale] }),
      locale,
    );
    await elsewhere.openStart('hundesteuer');
    await elsewhere.page
      .locator('.sp-details', { hasText: elsewhere.text('restoring:title') })
      .locator('summary')
      .click();
    await elsewhere.button('restoring:ok').click();
    await elsewhere.page.getByText(elsewhere.text('restoring:file.missing')).waitFor();
    await picture(elsewhere.page, `restoring-missing-${locale}`);
    await elsewhere.page.locator('#saved-file').setInputFiles(file);
    await elsewhere.page.locator('#saved-code').fill('K7QM-3XWD-9PTA');
    await elsewhere.button('restoring:ok').click();
    await elsewhere.page.getByText(elsewhere.text('errors:code.saved-answers-code')).waitFor();
    await picture(elsewhere.page, `restoring-refused-${locale}`);
    await elsewhere.page.locator('#saved-code').fill(code ?? '');
    await elsewhere.button('restoring:ok').click();
    await elsewhere.page.getByText(elsewhere.text('restoring:done.title')).waitFor();
    await picture(elsewhere.page, `restoring-done-${locale}`);
    await elsewhere.link('restoring:done.ok').click();
    const [, second] = elsewhere.filler('hundesteuer').pages;
    await elsewhere.seesHeading(second!.title);
    expect(await elsewhere.page.locator('.sp-form input[type=text]').first().inputValue()).toBe('Elfriede');
    await elsewhere.leave();
    await visitor.leave();
  });

  it('is not offered to be kept once it has ended', async () => {
    const { browser, portal } = stage();
    const watched = await WatchedPage.open(browser, portal.url, { locale, width: WIDTHS[locale] });
    await driveClock(watched.context);
    const visitor = new Visitor(watched, locale);
    await visitor.startAnonymously('hundesteuer');
    expect(await visitor.button('application:keep').count()).toBe(1);
    await portal.passDays(31 / (24 * 60));
    await sleepAndWake(visitor.page, 3_000);
    await visitor.button('common:expired.understood').click();
    await visitor.sees('ending:session.anonymous');
    expect(await visitor.button('application:keep').count()).toBe(0);
    await visitor.button('ending:look.show').click();
    await visitor.button('ending:look.hide').waitFor();
    expect(await visitor.button('application:keep').count()).toBe(0);
    await visitor.leave();
  });

  it('is not offered to be kept where nothing is filled in', async () => {
    const visitor = await Visitor.arrive(stage().browser, stage().portal.url, locale);
    await visitor.page.goto(hrefOf.home(locale));
    expect(await visitor.button('application:keep').count()).toBe(0);
    await visitor.openStart('hundesteuer');
    expect(await visitor.button('application:keep').count()).toBe(0);
    await visitor.leave();
  });
});
