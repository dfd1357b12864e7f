import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Gallery } from './gallery.ts';
import { journeys } from './journeys.ts';
import { takenUp } from './public-visitor.ts';
import { answersTo, destinationOf, titleOf } from './service-forms.ts';
import { chooseAtProvider, type Visitor } from './visitor.ts';

let browser: Browser;
let portal: Portal;
const gallery = new Gallery();

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const { journey } = journeys(() => ({ browser, portal }), gallery);

describe.concurrent('the journeys of the demonstration services', () => {
  journey('dog tax, without an account, from the home page to the documents', 'de', async (visitor) => {
    const { page } = visitor;
    await page.goto('/');
    await visitor.sees('home:heading');
    await gallery.look(visitor, 'home');
    await takenUp(page);
    await page.getByRole('combobox', { name: visitor.text('search:what.label') }).fill('Hundesteuer');
    await page.getByRole('option', { name: titleOf('hundesteuer', 'de') }).click();
    await visitor.seesHeading(titleOf('hundesteuer', 'de'));
    // The field appears next to the text and again with the responsible authority.
    await page
      .getByRole('combobox', { name: visitor.text('service:place.label') })
      .first()
      .fill('Kie');
    await page.getByRole('option', { name: 'Kiel', exact: true }).waitFor();
    await gallery.lookOnce(visitor, 'service-choosing-a-place');
    await page.getByRole('option', { name: 'Kiel', exact: true }).click();
    await visitor.link('service:start').waitFor();
    await gallery.look(visitor, 'service');
    await visitor.link('service:start').click();
    await visitor.button('start:ways.anonymous.start').waitFor();
    await gallery.look(visitor, 'start');
    await visitor.button('start:ways.anonymous.start').click();
    await visitor.seesForm();
    await visitor.button('application:back').click();
    await visitor.sees('start:welcome.heading', { area: 'Kiel' });
    await gallery.look(visitor, 'welcome');
    await visitor.button('start:welcome.next').click();

    const filler = visitor.filler('hundesteuer');
    for (const [index, panel] of filler.pages.entries()) {
      await visitor.seesHeading(panel.title);
      if (index === 0) {
        await visitor.next();
        await page.locator('.sp-error-summary:focus').waitFor();
        await gallery.look(visitor, 'form-with-errors');
        await page.locator('.sp-error-summary a').first().click();
        await eventually(() => page.locator('#field-givenName:focus').count(), 1);
      }
      await filler.fill(panel, 'de');
      await gallery.look(visitor, `form-hundesteuer-${index + 1}`);
      await visitor.next();
    }
    await visitor.sees('summary:heading');
    await page.locator('#correctness').waitFor();
    await page.getByText('Rettungshundestaffel Förde').waitFor();
    await gallery.look(visitor, 'summary');
    await page.locator('form [type=submit]').click();
    await page.locator('.sp-error-summary:focus').waitFor();
    await gallery.lookOnce(visitor, 'summary-not-confirmed');
    await visitor.confirm();
    await visitor.sees('result:heading');
    await gallery.look(visitor, 'result-anonymous');

    const ticket = await page.locator('.sp-panel__number').textContent();
    const saved = await downloads(visitor);
    expect(Object.keys(saved).sort()).toEqual(['attachment', 'coverLetter', 'form', 'receipt']);
    for (const kind of ['form', 'receipt', 'coverLetter']) {
      expect(await textOf(saved[kind]!), kind).toContain(ticket!);
    }
    expect(await textOf(saved.form!)).toContain('Rettungshundestaffel Förde');
    expect(saved.attachment!.subarray(0, 2).toString()).toBe('PK');
  });

  journey(
    'parking permit, login before sending, paid by card in the provider’s window',
    'de',
    async (visitor) => {
      await visitor.startAnonymously('bewohnerparkausweis');
      await visitor.fillAll('bewohnerparkausweis', undefined, (title) => gallery.fitsPhone(visitor, title));
      await visitor.confirm();
      await visitor.sees('summary:login.title');
      await gallery.look(visitor, 'login-before-sending');
      await visitor.button('summary:login.button').click();
      await visitor.chooseAtAccount('cancel');
      await visitor.page.getByRole('heading', { name: visitor.text('login:outcome.cancelled') }).waitFor();
      await gallery.lookOnce(visitor, 'login-cancelled');
      await visitor.button('summary:login.button').click();
      await visitor.chooseAtAccount('lindemann:eID');
      await visitor.sees('conflict:heading');
      await gallery.look(visitor, 'conflict');
      await visitor.button('conflict:next').click();
      await visitor.page.locator('.sp-error-summary').waitFor();
      await gallery.lookOnce(visitor, 'conflict-undecided');
      await visitor.decideConflict('apply');
      await visitor.sees('summary:heading');
      await visitor.page.getByText(visitor.text('summary:fromAccount'), { exact: true }).first().waitFor();
      await gallery.look(visitor, 'summary-from-account');
      // A person who has just logged in and made the requested changes does not log in again.
      await visitor.confirm();
      await visitor.sees('payment:title');
      await gallery.look(visitor, 'payment-offered');

      const first = await visitor.openProvider();
      await visitor.sees('payment:waiting.title');
      await gallery.look(visitor, 'payment-waiting');
      await chooseAtProvider(first, 'cancel');
      await first
        .getByRole('heading', { level: 1, name: visitor.text('redirect:cancelled.heading') })
        .waitFor();
      await visitor.sees('payment:failed.cancelled');
      await gallery.look(visitor, 'payment-cancelled');

      const second = await visitor.openProvider(visitor.button('payment:failed.again'));
      await chooseAtProvider(second, 'card');
      await visitor.sees('result:heading');
      await visitor.page.getByText('30,70').waitFor();
      await gallery.look(visitor, 'result-paid');
    },
  );

  journey('certificate, login at the start, prefilled, with electronic notice', 'de', async (visitor) => {
    const { page } = visitor;
    await visitor.startWithAccount('meldebescheinigung', 'petersen:Elster');
    await eventually(() => page.locator('#field-givenName').inputValue(), 'Jonas');
    expect(await page.locator('#field-familyName').inputValue()).toBe('Petersen');
    expect(await page.locator('#field-birthdate-year').inputValue()).toBe('1991');
    await gallery.look(visitor, 'form-prefilled');
    await visitor.fillAll('meldebescheinigung', undefined, (title) => gallery.fitsPhone(visitor, title));
    await visitor.confirm();
    await visitor.decideConflict('keep');
    await visitor.sees('summary:notice.title');
    await gallery.look(visitor, 'notice');
    await visitor.button('summary:notice.payment').click();
    await visitor.sees('payment:title');
    await page.getByText('39,00').first().waitFor();
    const provider = await visitor.openProvider();
    await chooseAtProvider(provider, 'paypal');
    await visitor.sees('result:heading');
    await page.getByText(visitor.text('result:next.notice')).waitFor();
    await gallery.look(visitor, 'result-with-notice');
    await visitor.link('result:toArea').click();
    await visitor.sees('account:title');
    await page.getByText(visitor.text('workflow:sentApplication.successfullySubmitted')).first().waitFor();
    await gallery.look(visitor, 'personal-area-sent');
  });

  journey('housing benefit, left and gone on with, another draft deleted', 'de', async (visitor) => {
    const { page } = visitor;
    await page.goto('/nutzerkonto');
    await visitor.sees('account:title');
    await gallery.look(visitor, 'personal-area-signed-out');
    await visitor.button('account:signedOut.login').click();
    await visitor.chooseAtAccount('thomsen:Benutzername');
    await visitor.page.getByText(visitor.text('account:drafts.empty')).waitFor();
    await gallery.look(visitor, 'personal-area-empty');

    await visitor.openStart('wohngeld');
    await visitor.button('start:ways.account.start').click();
    await visitor.seesForm();
    const filler = visitor.filler('wohngeld', { ...answersTo('wohngeld') });
    const [half, rest] = [filler.pages.slice(0, 5), filler.pages.slice(5)];
    for (const panel of half) {
      await visitor.seesHeading(panel.title);
      await filler.fill(panel, 'de');
      await gallery.fitsPhone(visitor, panel.title);
      await visitor.next();
    }
    await visitor.seesHeading(rest[0]!.title);
    // The words alone stay for the screen reader while the next page is saved.
    await page.locator('.sp-save-state--saved', { hasText: /Gespeichert \d\d:\d\d/ }).waitFor();
    await visitor.link('application:leave.link').click();
    await visitor.sees('account:title');
    const service = await page.locator('.sp-card h3').first().textContent();
    await page.getByText(visitor.text('account:drafts.saved', { service: service! })).waitFor();

    await visitor.openStart('hundesteuer');
    await visitor.button('start:ways.account.start').click();
    await visitor.seesForm();
    await page.goto('/nutzerkonto');
    await page.locator('.sp-card', { hasText: 'Hundesteuer' }).waitFor();
    await gallery.look(visitor, 'personal-area-drafts');
    await page
      .getByRole('button', { name: new RegExp(`${visitor.text('account:drafts.delete')}.*Hund`) })
      .click();
    await page.getByRole('dialog').waitFor();
    await gallery.lookOnce(visitor, 'delete-dialog');
    await visitor.button('account:delete.first.ok').click();
    await page.locator('.kern-alert--success').waitFor();
    await gallery.look(visitor, 'personal-area-deleted');

    await page
      .getByRole('link', { name: visitor.text('account:drafts.action.form') })
      .first()
      .click();
    await visitor.seesHeading(rest[0]!.title);
    for (const [index, panel] of rest.entries()) {
      await visitor.seesHeading(panel.title);
      await filler.fill(panel, 'de');
      if (index === 2) await gallery.look(visitor, 'form-wohngeld-sums');
      await gallery.fitsPhone(visitor, panel.title);
      await visitor.next();
    }
    await visitor.sees('summary:heading');
    await gallery.look(visitor, 'summary-wohngeld');
    // Without a postbox, the question about the electronic notice is left out.
    await visitor.confirm();
    await visitor.decideConflict('keep');
    // Only a button that says so sends the application.
    await visitor.button('result:ready.send').click();
    await visitor.sees('result:heading');
    expect(await page.getByText(visitor.text('result:next.notice')).count()).toBe(0);
    await gallery.look(visitor, 'result-without-postbox');
  });

  journey('business registration, login at the start and again before sending', 'de', async (visitor) => {
    await visitor.openStart('gewerbeanmeldung');
    await gallery.look(visitor, 'start-account-only');
    await visitor.button('start:ways.account.login').click();
    await visitor.chooseAtAccount('error');
    await visitor.page.getByText(visitor.text('errors:code.login-failed')).waitFor();
    await gallery.lookOnce(visitor, 'start-login-failed');
    await visitor.button('start:ways.account.login').click();
    await visitor.chooseAtAccount('nguyen:Benutzername');
    await visitor.seesForm();
    await visitor.fillAll('gewerbeanmeldung', undefined, (title) => gallery.fitsPhone(visitor, title));
    await visitor.confirm();
    await visitor.decideConflict('correct');
    await visitor.button('application:form.toSummary').click();
    await visitor.sees('summary:heading');
    await visitor.confirm();
    await visitor.sees('summary:login.title');
    await gallery.look(visitor, 'login-again');
    await visitor.button('summary:login.button').click();
    await visitor.chooseAtAccount('nguyen:Benutzername');
    const provider = await visitor.openProvider();
    await chooseAtProvider(provider, 'card');
    await visitor.sees('result:heading');
  });

  journey('fishing permit in English, with a failed payment on the way', 'en', async (visitor) => {
    await visitor.startAnonymously('fischereischein');
    await visitor.fillAll('fischereischein', undefined, (title) => gallery.fitsPhone(visitor, title));
    await gallery.look(visitor, 'summary-with-fee');
    await visitor.confirm();
    await visitor.sees('payment:title');
    const failing = await visitor.openProvider();
    await chooseAtProvider(failing, 'fail');
    await visitor.sees('payment:failed.title');
    await gallery.look(visitor, 'payment-failed');
    await failing.close();
    const provider = await visitor.openProvider(visitor.button('payment:failed.again'));
    await chooseAtProvider(provider, 'card');
    await visitor.sees('result:heading');
    await visitor.page.getByText('€60.00').waitFor();
  });

  journey('dog tax that cannot be sent at first', 'de', async (visitor) => {
    const { page } = visitor;
    await portal.delivery.setDestination(destinationOf('flensburg'), 'inactive');
    await visitor.startWithAccount('hundesteuer', 'yildiz:Benutzername', '010010000000');
    await visitor.fillAll('hundesteuer');
    await visitor.confirm();
    await visitor.sees('result:failed.title');
    await gallery.look(visitor, 'submit-failed');
    await portal.delivery.setDestination(destinationOf('flensburg'), 'active');
    // The answers that would show the end are held back, so that the progress can be checked.
    const looked = Promise.withResolvers<void>();
    await page.route(/\/api\/process\/[^/]+\?/, async (route) => {
      await looked.promise;
      await route.continue();
    });
    await visitor.button('result:failed.send').click();
    await visitor.sees('result:submission.title');
    await gallery.look(visitor, 'submission');
    looked.resolve();
    await visitor.sees('result:heading');
  });
});

const textOf = async (pdf: Buffer): Promise<string> => (await readPdf(pdf)).texts.join(' ');

/** Files of the person by kind, after a click on every document. */
async function downloads({ page }: Visitor): Promise<Record<string, Buffer>> {
  const saved: Record<string, Buffer> = {};
  for (const link of await page.locator('main a[href*="/file/"]').all()) {
    const kind = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    saved[kind] = await readFile(await download.path());
  }
  return saved;
}
