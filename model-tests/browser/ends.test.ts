import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { locales } from '#domain/locale.ts';
import type { TrustLevel } from '#domain/trust-level.ts';

import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { KIEL, offerOf } from '../http/applications.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { intercept, isCall } from './browser-faults.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { Gallery } from './gallery.ts';
import { journeys, NO_DRAFT } from './journeys.ts';
import { leadToLogin } from './login-window.ts';
import { leiKaIdOf } from './service-forms.ts';
import type { Visitor } from './visitor.ts';
import { words } from './words.ts';

/** Every dead end offers a next step; each is taken here. */
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

const { journey, inBothLanguages } = journeys(() => ({ browser, portal }), gallery);
const level = (visitor: Visitor) => ({ needed: visitor.text('level:name.substantial') });
const demanding = leiKaIdOf('meldebescheinigung');

/** The screen in both languages, from the journey in one of them. */
const lookOver = async (visitor: Visitor, state: string) => {
  if (visitor.locale === 'de') await gallery.look(visitor, state);
};
const inMain = ({ page }: Visitor, name: string): Locator =>
  page.locator('main').getByRole('link', { name, exact: true });

/** Logs in in a separate window, as from the header of any page there. */
async function logInElsewhere(
  { watched }: Visitor,
  choice: LoginChoice,
  trustLevel?: TrustLevel,
): Promise<void> {
  // Within a session, a weaker login of the same person lowers nothing: it needs a session of its own.
  const isApart = choice.endsWith(':Benutzername');
  const context = isApart ? await browser.newContext({ baseURL: portal.url }) : watched.context;
  const window = await context.newPage();
  await leadToLogin(window, trustLevel && `&trustLevel=${trustLevel}`);
  await window.locator(`button[name="choice"][value="${choice}"]`).click();
  await window.waitForURL(/done=login/);
  await window.locator('main button').first().waitFor();
  await window.close();
  if (!isApart) return;
  const cookies = await context.cookies();
  await watched.context.addCookies(cookies.filter(({ name }) => name === 'sp_session'));
  await context.close();
}

/** A draft of a form that requires the substantial level. */
async function demandingDraft(person: LoginChoice): Promise<string> {
  const client = portal.client();
  await client.logIn(person);
  const { id } = await client.call('startProcess', {
    body: { metadataId: offerOf('meldebescheinigung').metadataId, area: KIEL },
  });
  return id;
}

/** People with a low level and with a sufficient one; drafts belong to people. */
const raised: Record<Locale, { low: LoginChoice; enough: LoginChoice; name: string }> = {
  de: { low: 'lindemann:Benutzername', enough: 'lindemann:eID', name: 'Petra Lindemann' },
  en: { low: 'thomsen:Benutzername', enough: 'thomsen:Elster', name: 'Hinrich Thomsen' },
};

describe.concurrent('the end of a road', () => {
  inBothLanguages('a login below the level asked for is raised', async (visitor) => {
    const { page, watched, locale } = visitor;
    const { low, enough, name } = raised[locale];
    await logInElsewhere(visitor, low);
    await visitor.openStart('meldebescheinigung');
    await visitor.button('level:button', level(visitor)).waitFor();
    expect(await visitor.button('start:ways.account.start').count()).toBe(0);
    await lookOver(visitor, 'start-below-level');
    await visitor.button('level:button', level(visitor)).click();
    await visitor.chooseAtAccount(enough);
    await visitor.seesForm();
    const id = new URL(page.url()).searchParams.get('id')!;

    // Saves and requests of the page would be refused between the two logins.
    await page.goto('about:blank');
    await logInElsewhere(visitor, low);
    await page.goto(hrefOf.account(locale));
    await page.getByRole('heading', { name: visitor.text('account:higher.title', { count: 1 }) }).waitFor();
    await lookOver(visitor, 'account-with-closed-drafts');
    await page.goto(hrefOf.process(locale, id));
    await visitor.sees('application:failure.levelTooLow.title');
    await page.getByText(name).first().waitFor();
    await lookOver(visitor, 'draft-below-level');
    await visitor.button('level:button', level(visitor)).click();
    await visitor.chooseAtAccount('cancel');
    await page.getByText(visitor.text('login:outcome.cancelled')).waitFor();
    await visitor.button('level:button', level(visitor)).click();
    await visitor.chooseAtAccount(enough);
    await visitor.seesForm();
    expect(page.url()).toContain(id);

    await page.goto('about:blank');
    await logInElsewhere(visitor, low);
    await page.goto(hrefOf.process(locale, id));
    await visitor.sees('application:failure.levelTooLow.title');
    // Whichever window raised the level.
    await logInElsewhere(visitor, enough, 'substantial');
    await visitor.seesForm();
    watched.expectSilent([NO_DRAFT, / 403 /]);
    watched.consoleErrors.length = 0;
  });

  inBothLanguages('an application of another account opens for that account', async (visitor) => {
    const { page, watched, locale } = visitor;
    const id = await demandingDraft('petersen:Elster');
    await logInElsewhere(visitor, 'nguyen:Benutzername');
    const said: string[] = [];
    for (const asked of [randomUUID(), id]) {
      await page.goto(hrefOf.process(locale, asked));
      // Read together with its heading: it is requested again once the person is known.
      const heading = page.getByRole('heading', { name: visitor.text('application:failure.notFound.title') });
      const named = page.locator('main', { has: heading }).filter({ hasText: 'Mai Nguyễn' });
      said.push((await named.textContent()) ?? '');
    }
    expect(said[1], 'nobody learns that somebody else has it').toBe(said[0]);
    await lookOver(visitor, 'application-of-another-account');
    await visitor.link('application:failure.area').click();
    await visitor.sees('account:title');
    await page.goBack();
    // The account must ask who it is, even if somebody is logged in there.
    const asked = page.waitForRequest((request) => request.url().includes('forceNew=true'));
    await visitor
      .button('application:failure.otherAt', { provider: visitor.text('common:provider.nkb') })
      .click();
    await asked;
    await visitor.chooseAtAccount('petersen:Elster');
    await visitor.seesForm();
    expect(page.url()).toContain(id);
    watched.expectSilent([NO_DRAFT, / 404 /]);
    watched.consoleErrors.length = 0;
  });

  inBothLanguages(
    'a search that fails keeps what was asked, and finds it when it is asked again',
    async (visitor) => {
      const { page, watched, locale } = visitor;
      await page.goto(hrefOf.search(locale, { q: 'Pass', area: KIEL }));
      const found = (text: string) =>
        page
          .getByRole('heading', { name: new RegExp(`${text}.* Kiel`) })
          .first()
          .waitFor();
      await found('Pass');
      const end = await intercept(page, (route) =>
        isCall('search')(route.request()) || route.request().url().includes('_payload.json')
          ? route.abort('connectionfailed')
          : route.fallback(),
      );
      await page.getByRole('combobox', { name: visitor.text('search:what.label') }).fill('Hund anmelden');
      await page.locator('.sp-search-box button[type=submit]').click();
      const failed = page.getByText(visitor.text('errors:catalogue.search'));
      await failed.waitFor();
      const values = () =>
        page
          .locator('.sp-search-box input:visible')
          .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).value));
      expect(await values()).toEqual(['Hund anmelden', 'Kiel']);
      await gallery.lookOnce(visitor, `search-failed-${locale}`);
      const lost = page.waitForEvent('requestfailed', isCall('search'));
      await visitor.link('search:failed.again').click();
      await lost;
      await failed.waitFor();
      await end();
      await visitor.link('search:failed.again').click();
      await found('Hund anmelden');
      expect(await values()).toEqual(['Hund anmelden', 'Kiel']);
      watched.consoleErrors.length = 0;
    },
  );

  inBothLanguages('addresses that lead nowhere lead on all the same', async (visitor) => {
    const { page, watched, locale } = visitor;
    await page.goto(hrefOf.start(locale, demanding, '010579999999'));
    await visitor.sees('application:failure.notOffered.title');
    await lookOver(visitor, 'not-offered');
    await visitor.link('application:failure.service').click();
    await page.waitForURL((url) => url.pathname === hrefOf.service(locale, demanding));
    await visitor.button('service:place.submit').waitFor();

    await page.goto(hrefOf.start(locale, 'abc', KIEL));
    await visitor.sees('application:failure.notOffered.title');
    await visitor.link('application:failure.search').click();
    await visitor.sees('search:title');

    await page.goto(hrefOf.process(locale, 'abc'));
    await visitor
      .button('application:failure.loginAt', { provider: visitor.text('common:provider.nkb') })
      .waitFor();
    await visitor.link('application:failure.search').click();
    await visitor.sees('search:title');

    await page.goto(hrefOf.process(locale, '').replace(/\?.*/, ''));
    await inMain(visitor, visitor.text('common:toHome')).click();
    await visitor.sees('home:heading');

    await page.goto(`${hrefOf.redirect({ lang: locale })}&result=PAYED&id=abc`);
    await visitor.sees('redirect:invalid.heading');
    await visitor.link('redirect:area').click();
    await visitor.sees('account:title');

    await page.goto(hrefOf.redirect({ lang: locale, provider: 'nobody' }));
    await visitor.sees('redirect:close.title');
    await inMain(visitor, visitor.text('common:toHome')).click();
    await visitor.sees('home:heading');

    await page.goto(hrefOf.service(locale, 'abc'));
    await visitor.sees('errors:title.service-not-found');
    await inMain(visitor, visitor.text('common:toHome')).click();
    await visitor.sees('home:heading');
    watched.expectSilent([NO_DRAFT, / 4(0[0-9]|10|22) /]);
    watched.consoleErrors.length = 0;
  });

  inBothLanguages('a place that nobody knows leads to one that there is', async (visitor) => {
    const { page, locale } = visitor;
    await page.goto(hrefOf.service(locale, demanding, { place: 'Kieel' }));
    await page
      .getByText(visitor.text('search:place.unknown', { place: 'Kieel' }))
      .first()
      .waitFor();
    await lookOver(visitor, 'service-with-unknown-place');
    await inMain(visitor, 'Kiel').first().click();
    await visitor.link('service:start').click();
    await page.getByRole('heading', { name: visitor.text('start:needed') }).waitFor();
    expect(page.url()).toContain(KIEL);
  });

  inBothLanguages('a document that is not to be had leads to its application', async (visitor) => {
    const { page, watched, locale } = visitor;
    const id = await demandingDraft('petersen:Elster');
    await logInElsewhere(visitor, 'petersen:Elster');
    await page.goto(hrefOf.account(locale));
    await visitor.sees('account:title');
    // As by the link of a document on a page that is older than the document's present state.
    await page.evaluate((href) => {
      location.assign(href);
    }, `/api/process/${id}/file/form`);
    await visitor.seesForm();
    expect(page.url()).toContain(hrefOf.process(locale, id));
    watched.expectSilent([NO_DRAFT]);
  });

  inBothLanguages('an application that was ended in another window begins anew', async (visitor) => {
    const { watched } = visitor;
    await visitor.startAnonymously('hundesteuer');
    const other = await watched.context.newPage();
    await other.goto(hrefOf.home(visitor.locale));
    const end = other.locator('.sp-header__account').getByRole('button', {
      name: visitor.text('common:account.end'),
    });
    await end.click();
    await other
      .getByRole('dialog')
      .getByRole('button', { name: visitor.text('ending:confirm.ok') })
      .click();
    await visitor.sees('ending:done.title');
    await visitor.link('ending:done.again').click();
    await visitor.button('start:ways.anonymous.start').click();
    await visitor.seesForm();
    watched.expectSilent([NO_DRAFT, / 401 /]);
    watched.consoleErrors.length = 0;
  });
});

journey(
  'a level that is lost in another window is raised without losing what is typed',
  'de',
  async (visitor) => {
    const { page, watched } = visitor;
    const id = await demandingDraft('lindemann:eID');
    await logInElsewhere(visitor, 'lindemann:eID');
    await page.goto(hrefOf.process('de', id));
    await visitor.seesForm();
    const field = page.locator('#field-birthName');
    await field.waitFor();
    await logInElsewhere(visitor, 'lindemann:Benutzername');
    await field.fill('Danach');
    await page.getByRole('alert').getByText(visitor.text('level:title')).waitFor();
    await gallery.lookOnce(visitor, 'form-below-level');
    const [window] = await Promise.all([
      watched.context.waitForEvent('page'),
      visitor.button('level:button', level(visitor)).click(),
    ]);
    await window.waitForURL(/\/login\//);
    await window.locator('button[name="choice"][value="lindemann:eID"]').click();
    await window.waitForURL(/done=login/);
    await page.locator('.sp-save-state--saved').waitFor();
    expect(await field.inputValue()).toBe('Danach');
    expect(await page.getByText(visitor.text('level:title')).count()).toBe(0);
    watched.expectSilent([NO_DRAFT, / 403 /]);
    watched.consoleErrors.length = 0;
  },
);

it('pages that need a script lead on where none runs', async () => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
  const page: Page = await context.newPage();
  try {
    for (const locale of locales) {
      const text = words(locale);
      const start = hrefOf.start(locale, demanding, KIEL);
      const title = page.getByRole('heading', { level: 1, name: text('withoutScript:process.title') });
      await page.goto(start);
      await title.waitFor();
      await page.locator('main address', { hasText: 'Kiel' }).first().waitFor();
      await page.getByRole('link', { name: text('withoutScript:how.reload') }).click();
      await title.waitFor();
      await page.getByRole('link', { name: text('withoutScript:without.link') }).click();
      await page.waitForURL(`**${hrefOf.service(locale, demanding, { area: KIEL })}`);
      await page.goto(hrefOf.account(locale));
      await page.getByRole('link', { name: text('withoutScript:without.find') }).click();
      await page.getByRole('heading', { level: 1, name: text('search:title') }).waitFor();
    }
  } finally {
    await context.close();
  }
});
