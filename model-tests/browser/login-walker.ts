import type { Browser, Locator, Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf, paths } from '#ui/screens/shared/paths.ts';
import type { LoginStep } from '../flows/login.subject.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { LoginPartners } from './login-partners.ts';
import { followLinkElsewhere } from './login-window.ts';
import { takenUp } from './public-visitor.ts';
import { Visitor } from './visitor.ts';
import { pictureOf, type Stage } from './walk-paths.ts';
import { WatchedPage } from './watched-page.ts';
import { anyOf } from './words.ts';

export type LoginState =
  | 'named'
  | 'idle'
  | `card.${'preparing' | 'onPhone' | 'asking' | 'notRunning' | 'unclear'}`
  | 'requesting'
  | `handingOver.${'waiting' | 'silent'}`
  | 'succeeded'
  | 'cancelled'
  | 'failed';

const PERSON: LoginChoice = 'petersen:Elster';
const page = (locale: Locale): string => hrefOf.search(locale, { q: 'Kiel' });
const TABLET = 'Mozilla/5.0 (Linux; Android 15; Pixel Tablet) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
/** Longer than the patience of any state. */
const LONG_MS = 20_000;

/** Logins that the person returns from: the provider, and the choice there. */
const trips: Record<string, [provider: string, choice: LoginChoice]> = {
  'back after success': ['nkb', PERSON],
  'back after cancelling': ['eid', 'cancel'],
  'back after cancelling at the account': ['nkb', 'cancel'],
  'back after an error': ['nkb', 'error'],
};
/** Addresses that name a login: which one, and whether it was chosen on a page of the portal. */
const named: Record<string, [provider: 'nkb' | 'eid', isChosen: boolean]> = {
  'by a link': ['nkb', false],
  'by a link to the card': ['eid', false],
  'by a click': ['nkb', true],
  'by a click for the card': ['eid', true],
};

/** One person's logins on a public page, with the real providers and the app of the card. */
export class LoginWalker {
  readonly #stage: Stage;
  readonly #path: Path<LoginStep>;
  visitor!: Visitor;
  #partners!: LoginPartners;
  #named: (typeof named)[string] | undefined;
  /** Pages of this document that the browser can go back to. */
  #behind = 0;

  constructor(stage: Stage, path: Path<LoginStep>) {
    this.#stage = stage;
    this.#path = path;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #dialog(): Locator {
    return this.#page.locator('dialog[open]');
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    const { start, steps } = this.#path;
    portal.partners.cardApp.behave('runs');
    this.visitor = await visitorOf(browser, portal.url, locale, start);
    if (steps.some(({ event }) => event.type.startsWith('xstate.after'))) await this.#page.clock.install();
    await this.#page.goto(page(locale));
    await takenUp(this.#page);
    if (trips[start]) await this.#comeBack(...trips[start]);
    this.#partners = await LoginPartners.before(this.visitor.watched.context, portal.partners);
    if (named[start]) await this.#openNamed(locale, ...named[start]);
    // The next step would remove the message about the return, so it is checked here.
    if (steps[0]) await this.#states()[steps[0].from as LoginState]();
  }

  async end(): Promise<void> {
    await this.visitor.leave();
    this.visitor.watched.expectSilent([/net::ERR_/]);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name) });
  }

  executor(): Executor<LoginStep, LoginState> {
    const handler =
      <E extends LoginStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<LoginStep, Promise<Answer>> = {
      'login.requested': handler(({ query }) => this.#choose(query.providerId)),
      'login.retried': handler(() =>
        this.#press(this.#page, 'common:leaving.again', 'login:outcome.again', 'redirect:retry'),
      ),
      'check.requested': handler(() => {
        this.#partners.holdApp();
        return this.#press(this.#dialog, 'login:card.preparing.ok', 'login:card.notRunning.ok');
      }),
      'check.skipped': handler(() =>
        this.#press(this.#dialog, 'login:card.onPhone.ok', 'login:card.notRunning.cancel'),
      ),
      'login.abandoned': handler(() => this.#giveUp()),
      'page.left': handler(() => this.#leavePage()),
      'xstate.done': handler(({ output }) => this.#partners.answer(output)),
      'xstate.error': handler(({ actorId }) =>
        this.#partners.fail(actorId.endsWith('asking') ? 'app' : 'server'),
      ),
      'xstate.after': handler(() => this.#page.clock.fastForward(LONG_MS)),
    };
    return { events, states: this.#states() };
  }

  #states(): Executor<LoginStep, LoginState>['states'] {
    const asks = (step: string, text: string) => async () => {
      await this.#dialog.getByText(this.#text(text)).waitFor();
      await this.#button(this.#dialog, `login:card.${step}.ok`).waitFor();
      await this.#partners.areLeftAlone();
    };
    const tells = (key: string, values?: Record<string, unknown>) => async () => {
      await this.#alert.filter({ hasText: this.#text(key, values) }).waitFor();
      await this.#partners.areLeftAlone();
    };
    const leaving = this.#page.locator('.sp-leaving');
    const provider = this.#named?.[0] ?? '';
    return {
      named: async () => {
        const name = this.#text(`common:provider.${provider}`);
        await this.#page
          .getByRole('heading', { name: this.#text('redirect:login.ask.title', { provider: name }) })
          .waitFor();
        await this.#partners.areLeftAlone();
      },
      idle: async () => {
        for (const gone of [leaving, this.#dialog, this.#alert]) await gone.waitFor({ state: 'detached' });
        if (this.#named) await this.#page.getByText(this.#text('redirect:login.cancelled')).waitFor();
        await this.#partners.areLeftAlone();
      },
      'card.preparing': asks('preparing', 'login:card.preparing.text'),
      'card.onPhone': asks('onPhone', 'login:card.appOnPhone'),
      'card.asking': async () => {
        await this.#dialog.getByText(this.#text('login:card.asking.text')).waitFor();
        await this.#partners.appIsAsked();
      },
      'card.notRunning': asks('notRunning', 'login:card.notRunning.title'),
      'card.unclear': asks('unclear', 'login:card.unclear.title'),
      requesting: async () => {
        await leaving.locator('.sp-loader').waitFor();
        await this.#partners.serverIsAsked();
      },
      'handingOver.waiting': async () => {
        await this.#partners.areReached();
        await leaving.locator('.sp-loader').waitFor();
      },
      'handingOver.silent': () => leaving.locator('[role=alert]').waitFor(),
      succeeded: tells('login:outcome.succeeded', { name: 'Jonas Petersen' }),
      cancelled: tells('login:outcome.cancelled'),
      failed: tells('errors:code.login-failed'),
    };
  }

  get #alert(): Locator {
    return this.#page.locator(this.#named ? 'main .kern-alert' : '.sp-outcome .kern-alert');
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.visitor.text(key, values);
  }

  #button(where: Page | Locator, ...keys: string[]): Locator {
    return where.getByRole('button', { name: anyOf(keys.map((key) => this.#text(key))) });
  }

  #press(where: Page | Locator, ...keys: string[]): Promise<void> {
    return this.#button(where, ...keys).click();
  }

  async #choose(providerId: string): Promise<void> {
    const { page } = this.visitor;
    if (this.#named) {
      const provider = this.#text(`common:provider.${providerId}`);
      const confirm = this.#text('redirect:login.ask.confirm', { provider });
      return page.getByRole('button', { name: anyOf([confirm, this.#text('redirect:retry')]) }).click();
    }
    const account = page.locator('.sp-header__account .sp-menu--account:not(.sp-menu--login)');
    if ((await account.count()) > 0) {
      // A logged-in person logs out, to return in another way.
      await account.locator('summary').click();
      await account.getByRole('button', { name: this.#text('common:account.logout') }).click();
    } else if (this.#behind === 0 && (await this.#alert.count()) === 0) {
      await this.#follow('common:navigation.help');
    }
    await this.visitor.chooseLogin(this.#text(`common:provider.${providerId}`));
  }

  /** Opens the address by a link on another site, or as a window that a click in the portal has opened. */
  async #openNamed(locale: Locale, provider: 'nkb' | 'eid', isChosen: boolean): Promise<void> {
    this.#named = [provider, isChosen];
    const address = hrefOf.redirect({ lang: locale, provider });
    if (isChosen) {
      await this.#page.evaluate((it) => sessionStorage.setItem('serviceportal.login-chosen', it), address);
      await this.#page.goto(address);
    } else await followLinkElsewhere(this.#page, new URL(address, this.#page.url()).href);
  }

  /** Goes to the provider's page, and back by the choice there. */
  async #comeBack(providerId: string, choice: LoginChoice): Promise<void> {
    await this.visitor.chooseLogin(this.#text(`common:provider.${providerId}`));
    if (providerId === 'eid') await this.#press(this.#dialog, 'login:card.preparing.ok');
    await this.#page.locator(`button[name="choice"][value="${choice}"]`).click();
    await this.#page.waitForURL(
      (url) => url.pathname === paths.search[this.visitor.locale] && !url.searchParams.has('login'),
    );
    await takenUp(this.#page);
  }

  async #giveUp(): Promise<void> {
    if ((await this.#dialog.count()) > 0) await this.#page.keyboard.press('Escape');
    else await this.#press(this.#page, 'common:leaving.stay');
  }

  /** Leaves by a link, or by the browser's "back" if the links are covered. */
  async #leavePage(): Promise<void> {
    const isCovered = (await this.#page.locator('dialog[open], .sp-leaving').count()) > 0;
    if (!isCovered) return this.#follow('common:navigation.topics');
    await this.#toAnotherPage(() => this.#page.evaluate(() => history.back()));
    this.#behind -= 1;
  }

  async #follow(key: string): Promise<void> {
    await this.#toAnotherPage(() =>
      this.#page
        .locator('.sp-header__navigation a', { hasText: this.#text(key) })
        .first()
        .click(),
    );
    this.#behind += 1;
  }

  async #toAnotherPage(go: () => Promise<void>): Promise<void> {
    const heading = () => this.#page.locator('h1').textContent();
    const before = await heading();
    await go();
    await eventually(async () => (await heading()) !== before, true);
  }
}

/** The card's app does not answer pages on a phone or tablet. */
async function visitorOf(
  browser: Browser,
  portalUrl: string,
  locale: Locale,
  start: string,
): Promise<Visitor> {
  const device = start === 'on a phone' ? { userAgent: TABLET } : {};
  const watched = await WatchedPage.open(browser, portalUrl, { locale, width: 1280, ...device });
  return new Visitor(watched, locale);
}
