import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { complete, fillIn, offerOf } from '../http/applications.ts';
import { clockedServer, type Portal, startPortal } from '../http/portal.ts';
import { intercept } from './browser-faults.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Gallery } from './gallery.ts';
import { journeys, NO_DRAFT } from './journeys.ts';
import { Visitor } from './visitor.ts';

let browser: Browser;
let portal: Portal;
const gallery = new Gallery();

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal({ script: clockedServer })]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const { journey, inBothLanguages } = journeys(() => ({ browser, portal }), gallery);
/** Drafts belong to people, and both languages are tested at the same time. */
const typists: Record<Locale, LoginChoice> = { de: 'leczyca:eID', en: 'petersen:Elster' };
const payers: Record<Locale, LoginChoice> = { de: 'lindemann:eID', en: 'yildiz:Benutzername' };

/** The server forgets the session, the browser keeps its cookie, as when a session expires. */
async function endSession(visitor: Visitor): Promise<void> {
  await (await visitor.otherWindow(portal)).call('logout', {});
}

/** The focused field, if any part of it is beneath the banner. */
const fieldBeneathBanner = (page: Page) =>
  page.evaluate(() => {
    const banner = document.querySelector('.sp-offline__text')!.getBoundingClientRect();
    const { top, bottom } = document.activeElement!.getBoundingClientRect();
    return bottom > banner.top && top < banner.bottom ? document.activeElement!.id : null;
  });

describe.concurrent('what may get in the way', () => {
  inBothLanguages('trouble while a form is filled in', async (visitor) => {
    const { page, watched } = visitor;
    await visitor.startWithAccount('hundesteuer', typists[visitor.locale]);
    const name = page.locator('#field-givenName');
    await page.locator('.sp-offline').waitFor({ state: 'attached' });
    await watched.context.setOffline(true);
    await name.fill('Unterwegs');
    await page.getByText(visitor.text('common:offline')).waitFor();
    await page.locator('.sp-save-state--offline').waitFor();
    await gallery.lookOnce(visitor, 'form-offline');
    await watched.context.setOffline(false);
    await page.locator('.sp-save-state--saved').waitFor();

    await visitor.changeWithoutWindow(portal, { givenName: 'Anderswo' });
    await name.fill('Hier');
    await page.getByRole('dialog').waitFor();
    await gallery.lookOnce(visitor, 'form-conflict-dialog');
    await visitor.button('application:conflict.stay').click();
    const first = visitor.locale;
    for (const locale of [first === 'de' ? 'en' : 'de', first] as const) {
      await visitor.read(locale);
      await visitor.button('application:conflict.load').waitFor();
      expect(await page.getByRole('dialog').count(), 'the question is asked once').toBe(0);
      expect(await name.inputValue()).toBe('Hier');
      await gallery.lookOnce(visitor, `form-conflict-begun-in-${first}`);
    }
    await visitor.button('application:conflict.load').click();
    await eventually(() => name.inputValue(), 'Anderswo');

    await endSession(visitor);
    await name.fill('Danach');
    await page.getByRole('dialog').getByText(visitor.text('common:expired.text')).waitFor();
    await gallery.lookOnce(visitor, 'session-ended');
    watched.expectSilent([/ERR_INTERNET_DISCONNECTED/, / 409 /, / 401 /, NO_DRAFT]);
    watched.consoleErrors.length = 0;
  });

  inBothLanguages('an application without an account is left', async (visitor) => {
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    await page.locator('#field-givenName').fill('Ada');
    await visitor.link('application:leave.link').click();
    const idle = visitor.locale === 'de' ? '30 Minuten' : '30 minutes';
    const warning = visitor.text('application:leave.anonymous.text', { idle });
    await page.getByRole('dialog').getByText(warning).waitFor();
    await gallery.lookOnce(visitor, 'leave-dialog');
    await visitor.button('application:leave.anonymous.ok').click();
    await visitor.sees('home:heading');
  });

  inBothLanguages('a draft that has been paid is deleted', async (visitor) => {
    const { page, watched, locale } = visitor;
    await page.goto(locale === 'de' ? '/nutzerkonto' : '/en/account');
    await visitor.button('account:signedOut.login').click();
    await visitor.chooseAtAccount(payers[locale]);
    await page.getByText(visitor.text('account:drafts.empty')).waitFor();
    const client = await visitor.otherWindow(portal);
    const { id } = await fillIn(client, 'fischereischein', { lang: locale });
    const { version } = await complete(client, id);
    const started = await client.call('startPayment', { params: { processId: id }, body: { version } });
    const transactionId = started.redirectUrl!.split('/').at(-1)!;
    const report = async (outcome: 'CANCELED' | 'PAYED') => {
      const method = outcome === 'PAYED' ? 'CREDITCARD' : null;
      await portal.partners.payment.control({ action: 'settle', outcome, method, transactionId });
      return client.call('checkPayment', { params: { processId: id } });
    };
    const failed = await report('CANCELED');
    const { data } = await client.openForm({ params: { id }, query: {} });
    await client.call('saveProgress', {
      params: { id },
      body: { version: failed.version, data, page: null },
    });
    await page.reload();
    await page.getByText(visitor.text('account:drafts.due.form')).waitFor();
    await gallery.lookOnce(visitor, 'draft-due');
    // The abandoned payment arrives after all: the list on the screen is older than it.
    await report('PAYED');
    await page.getByRole('button', { name: new RegExp(visitor.text('account:drafts.delete')) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(visitor.text('account:delete.first.title')).waitFor();
    await gallery.lookOnce(visitor, 'delete-dialog-first');
    await visitor.button('account:delete.first.ok').click();
    await dialog.getByText(visitor.text('account:delete.paid.title')).waitFor();
    const amount = new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
      style: 'currency',
      currency: 'EUR',
    }).format(60);
    expect(await dialog.textContent()).toContain(amount);
    await visitor.button('account:delete.paid.ok').click();
    await dialog.getByText(visitor.text('account:delete.paid.missing')).waitFor();
    await gallery.lookOnce(visitor, 'delete-dialog-paid');
    await dialog.getByRole('checkbox').check();
    await visitor.button('account:delete.paid.ok').click();
    await page.locator('.kern-alert--success').waitFor();
    watched.expectSilent([/status of 409/]);
    watched.consoleErrors.length = 0;
  });

  journey('no banner covers the field that is written in', 'de', async (visitor) => {
    const { page, watched } = visitor;
    await page.setViewportSize({ width: 360, height: 640 });
    await visitor.startAnonymously('hundesteuer');
    await page.locator('.sp-offline').waitFor({ state: 'attached' });
    const field = page.locator('#field-familyName');
    await field.focus();
    await field.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await watched.context.setOffline(true);
    await page.getByText(visitor.text('common:offline')).waitFor();
    await eventually(() => fieldBeneathBanner(page), null);
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await fieldBeneathBanner(page)).toBeNull();
    }
    await watched.context.setOffline(false);
    await page.getByText(visitor.text('common:offline')).waitFor({ state: 'detached' });
    watched.consoleErrors.length = 0;
  });

  journey('pages that nobody wants to see', 'de', async (visitor) => {
    const { page, watched } = visitor;
    await page.goto('/formular?id=00000000-0000-4000-8000-000000000000');
    await visitor.sees('application:failure.signedOut.title');
    await gallery.look(visitor, 'process-signed-out');
    await visitor
      .button('application:failure.loginAt', { provider: visitor.text('common:provider.nkb') })
      .click();
    await visitor.chooseAtAccount('nguyen:Benutzername');
    await visitor.sees('application:failure.notFound.title');
    await gallery.look(visitor, 'process-not-found');
    await page.goto('/formular?leiKaId=99102013104000');
    await visitor.sees('start:placeNeeded.title');
    await gallery.look(visitor, 'place-needed');
    await page.goto('/formular');
    await visitor.sees('start:placeNeeded.noServiceTitle');
    await gallery.look(visitor, 'service-needed');
    await page.goto('/redirect');
    await visitor.sees('redirect:close.title');
    await gallery.lookOnce(visitor, 'redirect');
    watched.expectSilent([/40[14]/]);
    watched.consoleErrors.length = 0;
  });

  journey('the service does not answer', 'de', async (visitor) => {
    const { page, watched } = visitor;
    await visitor.startAnonymously('hundesteuer');
    const isProcess = /\/api\/process\/[^/?]+\?/;
    const end = await intercept(page, (route) =>
      isProcess.test(route.request().url()) ? route.abort('connectionfailed') : route.fallback(),
    );
    // The form itself would come with the page.
    await page.goto(hrefOf.process('de', new URL(page.url()).searchParams.get('id')!, 'welcome'));
    await visitor.sees('application:failure.failed.title');
    await gallery.look(visitor, 'process-failed');
    await end();
    await visitor.button('application:retry').click();
    await visitor.sees('start:welcome.heading', { area: 'Kiel' });
    watched.consoleErrors.length = 0;
  });
});

it('leads from a draft that is no longer kept to a new application', async () => {
  const person = 'thomsen:Benutzername';
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page, watched } = visitor;
  try {
    await visitor.startWithAccount('hundesteuer', person);
    const address = page.url();
    await portal.passDays(offerOf('hundesteuer').draftRetentionDays);
    await page.goto(address);
    await visitor.sees('application:failure.signedOut.title');
    await visitor
      .button('application:failure.loginAt', { provider: visitor.text('common:provider.nkb') })
      .click();
    await visitor.chooseAtAccount(person);
    await visitor.sees('application:failure.expired');
    await page.getByText(visitor.text('errors:code.draft-expired')).waitFor();
    await gallery.look(visitor, 'draft-expired');
    await visitor.read('en');
    await visitor.link('application:failure.startOver').click();
    await visitor.button('start:ways.account.start').waitFor();
    await page.goBack();
    await visitor.sees('application:failure.expired');
    await visitor.read('de');
    await visitor.link('application:failure.startOver').click();
    await visitor.button('start:ways.account.start').click();
    await visitor.seesForm();
    expect(page.url()).not.toBe(address);
    watched.expectSilent([/ 401 /, / 410 /, NO_DRAFT]);
  } catch (error) {
    await gallery.keep(visitor, 'draft expired');
    throw error;
  } finally {
    await visitor.leave();
  }
}, 1_200_000);
