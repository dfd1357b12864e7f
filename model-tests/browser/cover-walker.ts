import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type CoverStep, coverSubject } from '../flows/cover.subject.ts';
import { KIEL, offerOf } from '../http/applications.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { driveClock, letPass, sleepAndWake } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { logInBeside } from './login-window.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type CoverState = 'open' | 'covered' | 'looking' | 'closed';

const PERSON: LoginChoice = 'thomsen:Benutzername';
const SAVED = 'Hinrich Heinrich';
/** Typed last: not saved when the session ends. */
const TYPED = ' Johann';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NAP_MS = 3_000;

/** States in which each event can happen. */
const comesIn: Record<string, RegExp> = {
  'session.expired': /open/,
  'session.left': /open/,
  'session.renewed': /covered|looking|closed/,
  'look.requested': /covered/,
  'look.ended': /looking/,
  'clock.woke': /looking/,
};

export const coverOfForm: Subject<CoverStep, object, undefined> = {
  ...coverSubject,
  events: (view) => coverSubject.events(view).filter(({ type }) => comesIn[type]?.test(view.state) ?? true),
};

/** A person at a form, who goes away and may come back; the clock of the window is moved by the path alone. */
export class CoverWalker implements PathWalker<CoverStep, CoverState> {
  readonly #stage: Stage;
  visitor!: Visitor;
  #id = '';
  /** True once all input is saved. */
  #isSaved = false;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    const client = portal.client();
    await client.logIn(PERSON);
    const { metadataId } = offerOf('hundesteuer');
    const { id, version } = await client.call('startProcess', { body: { metadataId, area: KIEL } });
    this.#id = id;
    const { page } = await client.openForm({ params: { id }, query: {} });
    await client.call('saveProgress', {
      params: { id },
      body: { version, data: { givenName: SAVED }, page },
    });
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    for (const [name, value] of client.cookies) await context.addCookies([{ name, value, url: portal.url }]);
    await driveClock(context);
    await this.#page.goto(`${hrefOf.process(locale, id)}`);
    await this.#field.waitFor();
    await this.#field.press('End');
    await this.#page.keyboard.type(TYPED);
  }

  async end(): Promise<void> {
    const client = this.#stage.portal.client();
    await client.logIn(PERSON);
    await client.call('deleteDraft', { query: { id: this.#id } });
    await client.call('logout', {});
    await this.visitor.leave();
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<CoverStep, CoverState> {
    const handler =
      <E extends CoverStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const fails = () => Promise.reject(new Error('it calls nothing'));
    const events: ForEveryEvent<CoverStep, Promise<Answer>> = {
      'session.expired': handler(() => this.#expire()),
      'session.left': handler(() => this.#logOutBeside()),
      'session.renewed': handler(() => this.#logInBeside()),
      'look.requested': handler(() => this.visitor.button('ending:look.show').click()),
      'look.ended': handler(() => this.visitor.button('ending:look.hide').click()),
      'clock.woke': handler(() => sleepAndWake(this.#page, NAP_MS)),
      'xstate.done': fails,
      'xstate.error': fails,
      'xstate.after': handler(() => letPass(this.#page, MINUTE_MS)),
    };
    return {
      events,
      states: {
        open: async () => {
          await this.#seesTyped();
          if (this.#isSaved) await this.#seesSign();
          await this.visitor.button('ending:look.hide').waitFor({ state: 'detached' });
        },
        covered: async () => {
          await this.visitor.sees('ending:session.expired');
          await this.visitor.button('ending:look.show').waitFor();
          await this.#seesNothing();
        },
        looking: async () => {
          await this.#seesTyped();
          await this.visitor.button('ending:look.hide').waitFor();
          await this.#seesSign();
        },
        closed: async () => {
          await this.visitor.sees('ending:session.elsewhere');
          await this.visitor.button('ending:look.show').waitFor({ state: 'detached' });
          await this.#seesNothing();
        },
      },
    };
  }

  get #field() {
    return this.#page.locator('#field-givenName');
  }

  /** The sign is true: it shows saved input as saved, and otherwise that saving has ended. */
  async #seesSign(): Promise<void> {
    await this.#page.locator(`.sp-save-state--${this.#isSaved ? 'saved' : 'over'}`).waitFor();
  }

  async #seesTyped(): Promise<void> {
    await eventually(() => this.#field.inputValue(), SAVED + TYPED);
  }

  /** Text that is not on the page cannot be read out, copied or printed either. */
  async #seesNothing(): Promise<void> {
    await eventually(() => this.#field.count(), 0);
    expect(await this.#page.content()).not.toContain(SAVED);
    expect(await this.#page.title()).not.toContain(offerOf('hundesteuer').title[this.visitor.locale]);
  }

  /** The person is away for half an hour, and nothing more is saved meanwhile. */
  async #expire(): Promise<void> {
    await this.#stage.portal.passDays((31 * MINUTE_MS) / DAY_MS);
    await sleepAndWake(this.#page, NAP_MS);
    await this.#page.getByRole('dialog').getByText(this.visitor.text('common:expired.text')).waitFor();
    await this.#seesNothing();
    await this.visitor.button('common:expired.stay').click();
    // Keyboard users continue from here.
    await this.#page.locator('h1:focus').waitFor();
  }

  async #logOutBeside(): Promise<void> {
    const page = await this.visitor.watched.context.newPage();
    await page.goto(hrefOf.account(this.visitor.locale));
    const bar = page.locator('.sp-header__account');
    await bar.locator('summary').click();
    await bar.getByRole('button', { name: this.visitor.text('common:account.logout') }).click();
    await bar.locator('.sp-menu__name').waitFor({ state: 'detached' });
    await page.close();
  }

  async #logInBeside(): Promise<void> {
    await logInBeside(this.visitor.watched.context, PERSON);
    this.#isSaved = true;
  }
}
