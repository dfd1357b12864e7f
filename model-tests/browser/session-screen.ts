import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { passTime } from './driven-clock.ts';
import { MINUTE_MS, type SessionClock } from './session-clock.ts';
import type { SessionServer } from './session-server.ts';
import type { Visitor } from './visitor.ts';

/** One region of the machine; all regions together are the state of a window. */
export type Region =
  | 'unknown'
  | 'unreachable'
  | 'loggedOut'
  | 'leftElsewhere'
  | 'renewing'
  | `loggedIn.validity.${'steady' | 'reading' | 'prolonging'}`
  | `loggedIn.warning.${'none' | 'reminding' | 'asking' | 'claiming' | 'announcing'}`
  | `loggedIn.departure.${'staying' | 'leaving' | 'previewing' | 'confirming' | 'confirmingPaid' | 'ending' | 'failed' | 'leavingUnanswered' | 'endingUnanswered'}`
  | `expired.${'told' | 'acknowledged'}`
  | 'erased';

export const SETTLED_MS = 1_000;
/** For this long after a full minute, the clock counts as being at it. */
const JUST_MS = 2_000;

/** The screen of one window for the session: checks of its regions, and the actions of its person. */
export class SessionScreen {
  readonly #visitor: Visitor;
  readonly #server: SessionServer;
  readonly #clock: SessionClock;
  isAnonymous = false;

  constructor(visitor: Visitor, server: SessionServer, clock: SessionClock) {
    this.#visitor = visitor;
    this.#server = server;
    this.#clock = clock;
  }

  get #page(): Page {
    return this.#visitor.page;
  }

  /** The quiet reminder of the coming end. */
  get #reminder(): Locator {
    return this.#page.locator('.sp-coming-end__text');
  }

  get #bar(): Locator {
    return this.#page.locator('.sp-header__account');
  }

  readonly checks: Record<Region, () => Promise<void>> = {
    unknown: () => this.#seesNobody(),
    unreachable: async () => {
      await this.#page.getByText(this.#visitor.text('account:failed')).waitFor();
      await this.#seesNobody();
    },
    loggedOut: () => this.#seesLoggedOut(),
    leftElsewhere: () => this.#seesLoggedOut(),
    renewing: () => this.#seesNobody(),
    'loggedIn.validity.steady': () => this.#seesOwn(),
    'loggedIn.validity.reading': () => this.#seesOwn(),
    'loggedIn.validity.prolonging': () => this.#seesOwn(),
    'loggedIn.warning.none': () => this.#reminder.waitFor({ state: 'detached' }),
    'loggedIn.warning.reminding': () => this.#reminder.waitFor(),
    'loggedIn.warning.claiming': () => Promise.resolve(),
    'loggedIn.warning.asking': () => this.#seesCountdown(),
    'loggedIn.warning.announcing': () => this.seesEnd(this.#page),
    'loggedIn.departure.staying': () => Promise.resolve(),
    'loggedIn.departure.leaving': () => this.#isBusy(this.#bar, 'common:account.logout'),
    'loggedIn.departure.previewing': () => this.#isBusy(this.#bar, 'common:account.end'),
    'loggedIn.departure.confirming': () => this.#seesQuestion('confirm.title'),
    'loggedIn.departure.confirmingPaid': () => this.#seesQuestion('paid.title'),
    'loggedIn.departure.ending': () => this.dialog().locator('button[aria-disabled=true]').waitFor(),
    'loggedIn.departure.failed': () => this.dialog().getByText(this.#text('failed.title')).waitFor(),
    'loggedIn.departure.leavingUnanswered': () =>
      this.dialog().getByText(this.#text('logout.title')).waitFor(),
    'loggedIn.departure.endingUnanswered': () =>
      this.dialog().getByText(this.#text('unanswered.title')).waitFor(),
    'expired.told': async () => {
      await this.dialog().getByText(this.#visitor.text('common:expired.text')).waitFor();
      await this.#seesExpired();
      await this.#server.settle();
      expect(await this.#server.user()).toBeNull();
    },
    'expired.acknowledged': () => this.#seesExpired(),
    erased: async () => {
      await this.#page.locator('.sp-session-end').getByText(this.#text('done.title')).waitFor();
      expect(await this.#server.user()).toBeNull();
      await this.#seesNobody();
    },
  };

  async #seesNobody(): Promise<void> {
    await this.#bar.locator('.sp-menu__name').waitFor({ state: 'detached' });
    await this.#visitor.button('common:account.end').waitFor({ state: 'detached' });
  }

  async #seesLoggedOut(): Promise<void> {
    await this.#seesNobody();
    await this.#page.getByText(this.#visitor.text('account:signedOut.contents')).waitFor();
    await this.#page.locator('.sp-session-end').waitFor({ state: 'detached' });
  }

  async seesPerson(page = this.#page): Promise<void> {
    const bar = page.locator('.sp-header__account');
    if (this.isAnonymous) await bar.getByText(this.#visitor.text('common:account.end')).waitFor();
    else await bar.locator('.sp-menu__name').waitFor();
  }

  /** The lists are there: their answers are a use of the session as well, which must not come later. */
  async #seesOwn(): Promise<void> {
    await this.seesPerson();
    await this.#page.locator('.sp-skeleton').first().waitFor({ state: 'detached' });
  }

  async #seesExpired(): Promise<void> {
    await this.#seesNobody();
    const end = this.#page.locator('.sp-session-end');
    await end.getByText(this.#text('session.expired')).waitFor();
    const provider = this.#visitor.text('common:provider.nkb');
    await end.getByText(this.#text('account.open', { provider })).waitFor();
    await end.getByRole('link', { name: this.#text('account.link', { provider }) }).waitFor();
  }

  /** The seconds that are left by the times that the server has named last. */
  async #seesCountdown(): Promise<void> {
    const count = Math.ceil((this.#clock.ends!.idle - this.#clock.now) / 1_000);
    const told = count > 0 ? this.#text('warning.idle.text', { count }) : this.#text('warning.idle.over');
    await this.dialog().locator('p', { hasText: told }).waitFor();
  }

  async seesEnd(page: Page): Promise<void> {
    const dialog = page.locator('dialog[open]');
    await dialog.getByText(this.#text('warning.end.title')).waitFor();
    const minutes = Math.floor((this.#clock.ends!.absolute - this.#clock.now + JUST_MS) / MINUTE_MS);
    const told =
      minutes > 0 ? this.#text('warning.end.text', { count: minutes }) : this.#text('warning.end.less');
    await dialog.getByText(told).waitFor();
  }

  async #seesQuestion(title: string): Promise<void> {
    await this.dialog()
      .getByRole('heading', { name: this.#text(title) })
      .waitFor();
    for (const { serviceName, fate } of await this.#server.review(this.#visitor.locale)) {
      if (title === 'confirm.title' || fate === 'paid')
        await this.dialog().getByText(serviceName).first().waitFor();
    }
  }

  #isBusy(place: Locator, key: string): Promise<void> {
    const button = place.getByRole('button', { name: this.#visitor.text(key), exact: true });
    return button.and(this.#page.locator('[aria-disabled=true]')).waitFor();
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.#visitor.text(`ending:${key}`, values);
  }

  dialog(page = this.#page): Locator {
    return page.locator('dialog[open]');
  }

  async logOut(page: Page): Promise<void> {
    const bar = page.locator('.sp-header__account');
    await bar.locator('summary').click();
    await bar.getByRole('button', { name: this.#visitor.text('common:account.logout') }).click();
  }

  /** Confirms the end. For a paid application it needs the consent, which only its own box gives. */
  async confirm(page = this.#page): Promise<void> {
    const consent = this.consentIn(page);
    const isPaid = await consent.isVisible();
    const isMissing = isPaid && !(await consent.isChecked());
    await this.dialog(page)
      .getByRole('button', { name: this.#text(isPaid ? 'paid.ok' : 'confirm.ok') })
      .click();
    if (isMissing) await this.dialog(page).getByText(this.#text('paid.missing')).waitFor();
  }

  consentIn(page: Page): Locator {
    return this.dialog(page).locator('input[type=checkbox]');
  }

  async dismiss(): Promise<void> {
    const stay = this.#visitor.button('common:expired.stay');
    await ((await stay.isVisible()) ? stay : this.#visitor.button('ending:done.understood')).click();
  }
}

/** Waits until the page also shows its deferred parts. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.evaluate(drawTwice);
  await passTime(page, SETTLED_MS);
}

/** Runs in the page: waits until changes are on the screen. */
export const drawTwice = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
