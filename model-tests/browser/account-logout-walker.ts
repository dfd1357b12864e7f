import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { AccountLogoutStep } from '../flows/accountLogout.subject.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { leadToLogin } from './login-window.ts';
import { takenUp } from './public-visitor.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

type State = 'idle' | `leaving.${'waiting' | 'silent'}` | 'offered' | 'open' | 'confirmed' | 'unconfirmed';

const PERSONS = { nkb: 'petersen:Elster', elster: 'foerdewind:lindemann' } as const;
type Provider = keyof typeof PERSONS;
/** Longer than the patience of any state. */
const LONG_MS = 20_000;

/** A person who logs out, from an account with single logout and from one without. */
export class AccountLogoutWalker implements PathWalker<AccountLogoutStep, State> {
  readonly #stage: Stage;
  readonly #path: Path<AccountLogoutStep>;
  visitor!: Visitor;
  #provider: Provider = 'nkb';
  /** Number of times that the browser had to be sent to the account, and number of its arrivals there. */
  #handedOver = 0;
  #reached = 0;
  #hasUnsaved = false;

  constructor(stage: Stage, path: Path<AccountLogoutStep>) {
    this.#stage = stage;
    this.#path = path;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    if (this.#path.steps.some(({ event }) => event.type.startsWith('xstate.after')))
      await this.#page.clock.install();
    // The browser, too, asks about typed input that is not saved.
    this.#page.on('dialog', (dialog) => dialog.accept());
    if (this.#path.start === 'any page') await this.#open();
    else {
      await this.#logIn('nkb');
      await this.#press();
      if (this.#path.start === 'back without one') {
        // The browser came back from the account without an answer.
        await eventually(() => this.#reached, 1);
        await this.#open();
      }
    }
  }

  async end(): Promise<void> {
    await this.visitor.leave();
    // There was no draft, and requests of the window after the logout are refused.
    this.visitor.watched.expectSilent([/net::ERR_/, /status of 40[14] .*\/api\/process/]);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name) });
  }

  executor(): Executor<AccountLogoutStep, State> {
    const handler =
      <E extends AccountLogoutStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const never = async (): Promise<Answer> => {
      throw new Error('nothing is asked of the server on this way');
    };
    const events: ForEveryEvent<AccountLogoutStep, Promise<Answer>> = {
      'session.left': handler(async ({ account, hasUnsaved }) => {
        await this.#logIn(account.page ? 'nkb' : 'elster');
        if (account.page && !hasUnsaved) this.#handedOver += 1;
        this.#hasUnsaved = hasUnsaved;
        if (hasUnsaved) await this.#typeInVain();
        await this.#press();
      }),
      'exit.requested': handler(async () => {
        this.#handedOver += 1;
        const { provider } = this.#names;
        const again = this.visitor.button('common:leaving.again');
        const leave = this.visitor.button('ending:account.leave', { provider });
        await again.or(leave).click();
      }),
      'exit.abandoned': handler(() => this.visitor.button('common:leaving.stay').click()),
      'page.left': handler(() => this.#leavePage()),
      'viewer.seen': handler(() => this.#logInBeside()),
      'xstate.done': never,
      'xstate.error': never,
      'xstate.after': handler(() => this.#page.clock.fastForward(LONG_MS)),
    };
    return { events, states: this.#states() };
  }

  #states(): Executor<AccountLogoutStep, State>['states'] {
    const leaving = this.#page.locator('.sp-leaving');
    const told = this.#page.locator('.sp-account-left');
    const tells = (state: string) => async () => {
      await told.getByText(this.#text(state)).waitFor();
      await this.#isLeftAlone();
    };
    return {
      idle: async () => {
        await leaving.waitFor({ state: 'detached' });
        await told.waitFor({ state: 'detached' });
        await eventually(() => this.#page.getByText(this.#text('confirmed')).count(), 0);
      },
      'leaving.waiting': async () => {
        await leaving.locator('.sp-loader').waitFor();
        await this.#isLeftAlone();
      },
      'leaving.silent': async () => {
        await leaving.locator('[role=alert]').waitFor();
        await this.#isLeftAlone();
      },
      offered: tells('offered'),
      open: tells('open'),
      unconfirmed: tells('unconfirmed'),
      confirmed: async () => {
        await this.visitor.sees('ending:account.title');
        await this.#page.getByText(this.#text('confirmed')).waitFor();
        await this.#seesNobody();
      },
    };
  }

  /** Nobody is logged in here, whatever happened at the account, and the browser went there as often as it had to. */
  async #isLeftAlone(): Promise<void> {
    await eventually(
      () => this.#reached,
      this.#handedOver + (this.#path.start === 'back without one' ? 1 : 0),
    );
    await this.#seesNobody();
  }

  async #seesNobody(): Promise<void> {
    const client = await this.visitor.otherWindow(this.#stage.portal);
    expect((await client.call('getUser', {})).user).toBeNull();
  }

  get #names() {
    return { provider: this.visitor.text(`common:provider.${this.#provider}`) };
  }

  #text(state: string): string {
    return this.visitor.text(`ending:account.${state}`, this.#names);
  }

  /** Logs in in this window. From then on the account has no page, unless the path needs its answer. */
  async #logIn(provider: Provider): Promise<void> {
    this.#provider = provider;
    await this.#page.unrouteAll();
    // Another window may have logged somebody in.
    await this.visitor.watched.context.clearCookies();
    await this.#open();
    await this.visitor.chooseLogin(this.visitor.text(`common:provider.${provider}`));
    await this.#chooseAtAccount(this.#page, provider);
    await this.#page.locator('.sp-header__account .sp-menu__name').waitFor();
    await takenUp(this.#page);
    if (this.#path.start === 'back with a confirmation' && this.#handedOver === 0) return;
    // The browser stays where it is, and can be watched, which it cannot while it waits for a page.
    await this.#page.route('**/api/auth/leave/**', (route) => {
      this.#reached += 1;
      return route.fulfill({ status: 204 });
    });
  }

  async #chooseAtAccount(page: Page, provider: Provider): Promise<void> {
    await page.locator(`button[name="choice"][value="${PERSONS[provider]}"]`).click();
    await page.waitForURL(({ hostname }) => hostname === 'localhost');
  }

  async #press(): Promise<void> {
    const bar = this.#page.locator('.sp-header__account, .sp-menu--account').first();
    await bar.locator('summary').first().click();
    await this.visitor.button('common:account.logout').first().click();
  }

  /** Types something that the server does not receive. */
  async #typeInVain(): Promise<void> {
    await this.visitor.openStart('hundesteuer');
    await this.visitor.button('start:ways.account.start').click();
    await this.visitor.seesForm();
    await this.#page.route(/\/progress\b/, (route) => route.abort('connectionfailed'));
    const tried = this.#page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
    await this.#page.locator('.sp-form input[type=text]').first().fill('Not saved');
    await tried;
  }

  /** Leaves by a link of the page, or by the browser's "back" from the application, which has no links. */
  async #leavePage(): Promise<void> {
    if (this.#hasUnsaved) {
      await this.#page.evaluate(() => history.back());
      return this.visitor.button('application:leave.unsaved.ok').click();
    }
    const login = this.visitor.link('redirect:lost.login');
    const help = this.#page.locator('.sp-header__navigation a', {
      hasText: this.visitor.text('common:navigation.help'),
    });
    await login.or(help).first().click();
  }

  /** A page of the portal, as most people leave it from. */
  async #open(): Promise<void> {
    this.#hasUnsaved = false;
    await this.#page.goto(hrefOf.search(this.visitor.locale, { q: 'Kiel' }));
    await takenUp(this.#page);
  }

  async #logInBeside(): Promise<void> {
    const page = await this.visitor.watched.context.newPage();
    await leadToLogin(page, '', this.#provider);
    await this.#chooseAtAccount(page, this.#provider);
    await page.waitForURL(/done=login/);
    await page.close();
  }
}
