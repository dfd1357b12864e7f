import type { Browser, Locator, Page } from 'playwright';
import type { ConflictChoice } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { FormData } from '#forms/types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import type { Choice } from '#stand-ins/payment/pages.ts';
import { KIEL, type ServiceName } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import type { Portal } from '../http/portal.ts';
import { FormFiller } from './form-filler.ts';
import { answersTo, formOf, leiKaIdOf } from './service-forms.ts';
import { WatchedPage } from './watched-page.ts';
import { words } from './words.ts';

/** A person at a browser window: finds elements by their visible text, as people do. */
export class Visitor {
  readonly watched: WatchedPage;
  locale: Locale;

  constructor(watched: WatchedPage, locale: Locale) {
    this.watched = watched;
    this.locale = locale;
  }

  static async arrive(browser: Browser, portalUrl: string, locale: Locale = 'de'): Promise<Visitor> {
    return new Visitor(await WatchedPage.open(browser, portalUrl, { locale, width: 1280 }), locale);
  }

  get page(): Page {
    return this.watched.page;
  }

  /** A text of the screens in the current language. */
  text(key: string, values?: Record<string, unknown>): string {
    return words(this.locale)(key, values);
  }

  button(key: string, values?: Record<string, unknown>): Locator {
    return this.page.getByRole('button', { name: this.text(key, values), exact: true });
  }

  link(key: string, values?: Record<string, unknown>): Locator {
    return this.page.getByRole('link', { name: this.text(key, values) });
  }

  /** The heading of the page, once it has this text. */
  async sees(key: string, values?: Record<string, unknown>): Promise<void> {
    await this.seesHeading(this.text(key, values));
  }

  async seesHeading(text: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: text }).waitFor();
  }

  /** Opens the start screen of a service at a place. */
  async openStart(service: ServiceName, area = KIEL): Promise<void> {
    const path = this.locale === 'de' ? '/formular' : '/en/form';
    await this.page.goto(`${path}?leiKaId=${leiKaIdOf(service)}&area=${area}`);
    await this.page.getByRole('heading', { name: this.text('start:needed') }).waitFor();
  }

  /** Starts without a login, whether one is due later or never. */
  withoutAccount(): Locator {
    const start = this.button('start:ways.anonymous.start');
    return start.or(this.button('start:ways.anonymous.later.start'));
  }

  async startAnonymously(service: ServiceName): Promise<void> {
    await this.openStart(service);
    await this.withoutAccount().click();
    await this.seesForm();
  }

  /** Logs in on the start screen and starts. Without a draft, the login starts the application automatically. */
  async startWithAccount(service: ServiceName, person: LoginChoice, area = KIEL): Promise<void> {
    await this.openStart(service, area);
    await this.button('start:ways.account.login').click();
    await this.chooseAtAccount(person);
    await this.seesForm();
  }

  /** A page of a form of the portal's own. */
  async seesForm(): Promise<void> {
    await this.page.locator('.sp-form').waitFor();
  }

  /** Chooses a place by its name, where the screen offers to change it. */
  async choosePlace(name: string): Promise<void> {
    const fold = this.page.locator('.sp-details', { hasText: this.text('start:changePlace.title') });
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
    await this.page.getByRole('combobox', { name: this.text('start:changePlace.label') }).fill(name);
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Chooses a login in the account bar of a wide window. */
  async chooseLogin(name: string): Promise<void> {
    const menu = this.page.locator('.sp-header__account .sp-menu--login');
    if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
    await menu.locator('a', { hasText: name }).click();
  }

  /** Presses one button on the account's pages and follows them back. */
  async chooseAtAccount(choice: LoginChoice): Promise<void> {
    await this.page.waitForURL(/\/login\//);
    await this.page.locator(`button[name="choice"][value="${choice}"]`).click();
    await this.page.waitForURL((url) => url.hostname === 'localhost');
  }

  filler(service: ServiceName, answers: FormData = answersTo(service)): FormFiller {
    return new FormFiller(this.page, formOf(service, this.locale), answers);
  }

  next(): Promise<void> {
    return this.button('application:next').click();
  }

  /**
   * Fills in all pages of the form, from the first to the summary.
   * @param look at each filled page, by its title
   */
  async fillAll(
    service: ServiceName,
    answers?: FormData,
    look?: (title: string) => Promise<void>,
  ): Promise<void> {
    const filler = this.filler(service, answers);
    for (const panel of filler.pages) {
      await this.seesHeading(panel.title);
      await filler.fill(panel, this.locale);
      await look?.(panel.title);
      await this.next();
    }
    await this.sees('summary:heading');
    await this.page.locator('#correctness').waitFor();
  }

  /** Ticks what there is to tick and continues. */
  async confirm(): Promise<void> {
    const form = this.page.locator('form', { has: this.page.locator('#correctness') });
    await this.page.locator('#correctness').waitFor();
    for (const box of await form.getByRole('checkbox').all()) await box.check();
    await form.locator('[type=submit]').click();
  }

  /** Decides all of a data conflict alike; where there is only one difference, for that. */
  async decideConflict(choice: ConflictChoice): Promise<void> {
    await this.sees('conflict:heading');
    const label = this.page.locator('label', { hasText: this.text(`conflict:${choice}`) });
    await label.first().waitFor();
    for (const each of await label.all()) await each.click();
    await this.button('conflict:next').click();
  }

  /** Names of the button that pays the fee, whatever the fee is. */
  get payWords(): RegExp {
    return new RegExp(`^${this.text('payment:offer.pay', { amount: '.+' })}$`);
  }

  get payButton(): Locator {
    return this.page.getByRole('button', { name: this.payWords });
  }

  /** Starts the payment; returns the provider's window. */
  async openProvider(button: Locator = this.payButton): Promise<Page> {
    const [provider] = await Promise.all([this.watched.context.waitForEvent('page'), button.click()]);
    await provider.waitForURL(/\/pay\//);
    return provider;
  }

  /** Changes the language with the switch of the page, if it differs. */
  async read(locale: Locale): Promise<void> {
    if (this.locale !== locale) {
      const folded = this.page.locator('summary:visible', { hasText: this.text('frame:menu') });
      if (await folded.count()) await folded.click();
      await this.page.locator(`a[hreflang="${locale}"]:visible`).first().click();
      this.locale = locale;
    }
    await this.page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
    await this.page.locator('.sp-skeleton').first().waitFor({ state: 'detached' });
  }

  /** Changes the application on the screen as a program does that knows no windows, e.g. an earlier version of the page. */
  async changeWithoutWindow(portal: Portal, change: Record<string, string>): Promise<void> {
    const client = await this.otherWindow(portal);
    const params = { id: new URL(this.page.url()).searchParams.get('id')! };
    const { version, data } = await client.openForm({ params, query: {} });
    const body = { version, data: { ...data, ...change }, page: null };
    await client.call('saveProgress', { params, body });
  }

  /** Another window of the same browser, without a screen. */
  async otherWindow(portal: Portal): Promise<PortalClient> {
    const client = portal.client();
    for (const { name, value } of await this.watched.context.cookies()) client.cookies.set(name, value);
    return client;
  }

  async leave(): Promise<void> {
    await this.watched.close();
  }
}

/** Presses a button of the provider's page. */
export const chooseAtProvider = (provider: Page, choice: Choice): Promise<void> =>
  provider.locator(`button[name="choice"][value="${choice}"]`).click();
