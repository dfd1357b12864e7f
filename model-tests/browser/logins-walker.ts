import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LoginsContext } from '#machines/logins/logins.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { dayAndTime } from '#ui/screens/shared/format.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type LoginsStep, loginsSubject } from '../flows/logins.subject.ts';
import type { PortalClient } from '../http/client.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { RequestGate } from './request-gate.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type LoginsState = 'loading' | 'failed' | 'shown' | 'confirming' | 'ending';

const PERSON: LoginChoice = 'matthiesen:eID';
const CALLS = /\/api\/auth\/logins(\/|$)/;

/** Logins that have a button: listed ones, except for the present one. */
export const listedLogins: Subject<LoginsStep, LoginsContext, undefined> = {
  ...loginsSubject,
  events: (view) =>
    loginsSubject
      .events(view)
      .filter(
        (event) =>
          event.type !== 'ending.requested' ||
          (!event.login.isThis && view.context.logins.includes(event.login)),
      ),
};

/** A person at the list of their logins, who is logged in on another device as well. */
export class LoginsWalker implements PathWalker<LoginsStep, LoginsState> {
  readonly #stage: Stage;
  readonly #device: PortalClient;
  visitor!: Visitor;
  #gate!: RequestGate;
  /** True once the other login is ended and the person knows it. */
  #hasEnded = false;
  #hasFailed = false;
  /** Since when the other device is logged in. */
  #openedThere = '';

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#device = stage.portal.client();
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    const client = portal.client();
    await client.logIn(PERSON);
    await this.#device.logIn(PERSON);
    const there = await this.#device.call('listLogins', {});
    this.#openedThere = there.find(({ isThis }) => isThis)!.openedAt;
    for (const [name, value] of client.cookies) await context.addCookies([{ name, value, url: portal.url }]);
    this.#gate = await RequestGate.before(context, CALLS);
    await this.#page.goto(hrefOf.logins(locale));
  }

  async end(): Promise<void> {
    const client = await this.visitor.otherWindow(this.#stage.portal);
    for (const { id, isThis } of await client.call('listLogins', {}))
      if (!isThis) await client.call('endLogin', { params: { id } });
    await client.call('logout', {});
    await this.visitor.leave();
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<LoginsStep, LoginsState> {
    const handler =
      <E extends LoginsStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<LoginsStep, Promise<Answer>> = {
      'ending.requested': handler(async () => {
        this.#hasFailed = false;
        await this.#endButton.click();
      }),
      'ending.confirmed': handler(() => this.#inDialog('logins.confirm.ok').click()),
      'ending.dismissed': handler(() => this.#inDialog('logins.confirm.cancel').click()),
      'list.refreshRequested': handler(() => this.visitor.button('account:retry').click()),
      'xstate.done': handler(({ actorId }) => this.#succeed(actorId)),
      'xstate.error': handler(({ error }) => this.#fail((error as { code: string }).code)),
      'xstate.after': handler(() => Promise.reject(new Error('nothing of it waits'))),
    };
    return {
      events,
      states: {
        loading: async () => {
          await this.#gate.asked();
          await this.#page.locator('.sp-skeleton').waitFor();
          await eventually(() => this.#cards.count(), 0);
        },
        failed: async () => {
          await this.#alert.filter({ hasText: this.#text('logins.failed') }).waitFor();
          await this.visitor.button('account:retry').waitFor();
          await eventually(() => this.#cards.count(), 0);
        },
        shown: () => this.#seesLogins(),
        confirming: async () => {
          const text = this.#text('logins.confirm.text', { device: this.#nameOfOther() });
          await this.#dialog.getByText(text).waitFor();
          await this.#gate.quiet();
          await this.#isLoggedInThere(true);
        },
        ending: async () => {
          await this.#gate.asked();
          await this.#inDialog('logins.confirm.ok').and(this.#page.locator('[aria-disabled=true]')).waitFor();
          await this.#isLoggedInThere(true);
        },
      },
    };
  }

  async #seesLogins(): Promise<void> {
    await this.#dialog.waitFor({ state: 'detached' });
    await this.#cards.filter({ hasText: this.#text('logins.this', { device: '' }).trim() }).waitFor();
    await this.#cards.nth(this.#hasEnded ? 0 : 1).waitFor();
    await eventually(() => this.#cards.count(), this.#hasEnded ? 1 : 2);
    await eventually(
      () => this.#page.getByRole('button', { name: this.#text('logins.end') }).count(),
      this.#hasEnded ? 0 : 1,
    );
    const told = this.#text('logins.ended', { device: this.#nameOfOther() });
    await eventually(() => this.#alert.filter({ hasText: told }).count(), this.#hasEnded ? 1 : 0);
    const failed = this.#alert.filter({ hasText: this.#text('logins.notEnded') });
    await eventually(() => failed.count(), this.#hasFailed ? 1 : 0);
    await this.#isLoggedInThere(!this.#hasEnded);
  }

  /** The login of the other device as people read it. */
  #nameOfOther(): string {
    const time = dayAndTime(this.#openedThere, this.visitor.locale);
    return this.#text('logins.named', { device: this.#text('logins.unknownDevice'), time });
  }

  async #isLoggedInThere(isLoggedIn: boolean): Promise<void> {
    expect((await this.#device.call('getUser', {})).user !== null).toBe(isLoggedIn);
  }

  async #succeed(actorId: string): Promise<void> {
    expect((await this.#gate.pass()).ok()).toBe(true);
    if (actorId.endsWith('ending')) this.#hasEnded = true;
    this.#hasFailed = false;
  }

  async #fail(code: string): Promise<void> {
    if (code === 'not-found') {
      await this.#device.call('logout', {});
      expect((await this.#gate.pass()).status()).toBe(404);
      this.#hasEnded = true;
      return;
    }
    await this.#gate.fail();
    this.#hasFailed = true;
  }

  get #cards(): Locator {
    return this.#page.locator('main .kern-card');
  }

  get #alert(): Locator {
    return this.#page.locator('main .kern-alert');
  }

  get #dialog(): Locator {
    return this.#page.locator('dialog[open]');
  }

  get #endButton(): Locator {
    return this.#cards.getByRole('button', { name: this.#text('logins.end') });
  }

  #inDialog(key: string): Locator {
    return this.#dialog.getByRole('button', { name: this.#text(key), exact: true });
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.visitor.text(`account:${key}`, values);
  }
}
