import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { KeepingStep } from '../flows/keeping.subject.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { logInBeside } from './login-window.ts';
import { RequestGate } from './request-gate.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type KeepingState = 'closed' | 'choosing' | 'saving' | 'unsaved' | 'sealing' | 'sealed' | 'failed';

const PERSON: LoginChoice = 'lindemann:eID';
const SEALS = /\/api\/process\/[^/]+\/saved-answers/;
const SAVES = /\/api\/process\/[^/]+\/progress/;
/** Longer than the patience of any state, shorter than the time until the session asks. */
const LONG_MS = 20_000;

/** A person who fills in a form without an account and wants to keep it; saves are held back until the path says so. */
export class KeepingWalker implements PathWalker<KeepingStep, KeepingState> {
  readonly #stage: Stage;
  visitor!: Visitor;
  #gate!: RequestGate;
  #seals!: RequestGate;
  #processId = '';
  #typed = 0;
  #leadsToLogin = false;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #dialog(): Locator {
    return this.#page.locator('dialog[open]');
  }

  get #field(): Locator {
    return this.#page.locator('#field-amount');
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    await this.#page.clock.install();
    this.#gate = await RequestGate.before(context, SAVES, 'PUT');
    this.#seals = await RequestGate.before(context, SEALS);
    await this.#beginApplication();
  }

  async #beginApplication(): Promise<void> {
    const { portal } = this.#stage;
    const { context } = this.visitor.watched;
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: this.visitor.locale } });
    const { id } = await client.call('startProcess', {
      body: offerOfProbe({ mode: 'none', noticeAllowed: false }),
    });
    this.#processId = id;
    await context.clearCookies();
    for (const [name, value] of client.cookies) await context.addCookies([{ name, value, url: portal.url }]);
    await this.#page.goto(hrefOf.process(this.visitor.locale, id));
    await this.#field.waitFor();
  }

  async end(): Promise<void> {
    await this.visitor.leave();
    this.visitor.watched.expectSilent([/net::ERR_/, /404/]);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<KeepingStep, KeepingState> {
    const handler =
      <E extends KeepingStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<KeepingStep, Promise<Answer>> = {
      'keeping.requested': handler(async () => {
        await this.#type();
        await this.visitor.button('application:keep').click();
      }),
      'login.chosen': handler(() => {
        this.#leadsToLogin = true;
        return this.#press('login.ok', { provider: this.#provider });
      }),
      'file.chosen': handler(() => {
        this.#leadsToLogin = false;
        return this.#press('file.ok');
      }),
      'retry.requested': handler(async () => {
        const isUnsaved = (await this.#dialog.getByText(this.#text('unsaved.text')).count()) > 0;
        if (isUnsaved) await this.#type();
        await this.#press(isUnsaved ? 'unsaved.again' : 'failed.again');
      }),
      'keeping.dismissed': handler(() => this.#press('back')),
      'viewer.changed': handler(() => this.#logInElsewhere()),
      'xstate.done': handler(({ actorId }) => this.#succeed(actorId)),
      'xstate.error': handler(({ actorId }) =>
        actorId.endsWith('sealing') ? this.#seals.fail() : this.#lose(),
      ),
      'xstate.after': handler(() => this.#page.clock.fastForward(LONG_MS)),
    };
    return {
      events,
      states: {
        closed: async () => {
          await this.#dialog.waitFor({ state: 'detached' });
          await this.#field.waitFor();
          await eventually(() => this.visitor.button('application:keep').count(), 1);
        },
        choosing: async () => {
          await this.#dialog.getByText(this.#text('login.text')).waitFor();
          await this.#dialog.getByRole('button', { name: this.#loginName }).waitFor();
        },
        saving: async () => {
          await this.#dialog.getByText(this.#text('saving')).waitFor();
          await this.#gate.asked();
          await this.#isAtTheForm();
        },
        sealing: async () => {
          await this.#dialog.getByText(this.#text('sealing')).waitFor();
          await this.#seals.asked();
        },
        sealed: () => this.#seesFile(),
        failed: async () => {
          await this.#dialog.getByText(this.#text('failed.text')).waitFor();
          await this.#dialog.getByRole('button', { name: this.#text('failed.again') }).waitFor();
        },
        unsaved: async () => {
          await this.#dialog.getByText(this.#text('unsaved.text')).waitFor();
          await this.#isAtTheForm();
        },
      },
    };
  }

  /** The window has not left the form. */
  async #isAtTheForm(): Promise<void> {
    expect(new URL(this.#page.url()).searchParams.get('id')).toBe(this.#processId);
    await eventually(() => this.#page.locator('.sp-leaving').count(), 0);
  }

  get #provider(): string {
    return this.visitor.text('common:provider.nkb');
  }

  get #loginName(): string {
    return this.#text('login.ok', { provider: this.#provider });
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.visitor.text(`keeping:${key}`, values);
  }

  async #press(key: string, values?: Record<string, unknown>): Promise<void> {
    await this.#dialog.getByRole('button', { name: this.#text(key, values), exact: true }).click();
  }

  /** Types something that is not saved yet. A dialog may cover the form, as with a late autofill. */
  async #type(): Promise<void> {
    this.#typed += 1;
    await this.#field.evaluate((field: HTMLInputElement, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, String(this.#typed));
    await this.#page.clock.runFor(1_000);
    await this.#gate.asked();
  }

  async #succeed(actorId: string): Promise<void> {
    if (actorId.endsWith('sealing')) {
      expect((await this.#seals.pass()).ok()).toBe(true);
      return;
    }
    if (this.#leadsToLogin) return this.#arriveAndComeBack();
    expect((await this.#gate.pass()).ok()).toBe(true);
  }

  /** A code to write down, and a file that has a name and is not the code's. */
  async #seesFile(): Promise<void> {
    const code = (await this.#dialog.locator('.sp-code').textContent()) ?? '';
    expect(code.trim()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const link = this.#dialog.getByRole('link', { name: this.#text('sealed.download') });
    const [download] = await Promise.all([this.#page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.antrag$/);
    const file = await readFile(await download.path(), 'utf8');
    expect(file.length).toBeGreaterThan(200);
    expect(file).not.toContain(code.trim());
  }

  /** The save arrives: the browser leaves, and the person comes back without having logged in. */
  async #arriveAndComeBack(): Promise<void> {
    await this.#gate.open();
    await this.visitor.chooseAtAccount('cancel');
    await this.#page.locator('.sp-outcome').getByText(this.visitor.text('login:outcome.cancelled')).waitFor();
    await this.#field.waitFor();
    await this.#isAtTheForm();
    await eventually(() => this.#field.inputValue(), String(this.#typed));
    this.#gate.close();
  }

  /** The save is refused for good: the form on the screen is read again. */
  async #lose(): Promise<void> {
    await this.#gate.refuse(404, { code: 'not-found' });
    await this.#page.clock.runFor(1_000);
    await this.#field.waitFor();
  }

  /** Logs in in another window of the same browser: the session then has an account. */
  async #logInElsewhere(): Promise<void> {
    await logInBeside(this.visitor.watched.context, PERSON);
    await this.#page.locator('.sp-menu--account').first().waitFor();
    await this.#dialog.waitFor({ state: 'detached' });
    // The account can still keep the answers. A file is no longer offered.
    await this.visitor.button('application:keep').click();
    await this.#dialog.getByText(this.#text('text.account')).waitFor();
    await this.#dialog.getByRole('button', { name: this.#loginName }).waitFor();
    await eventually(() => this.#dialog.getByRole('button', { name: this.#text('file.ok') }).count(), 0);
    await this.#press('back');
    await this.#beginApplication();
  }
}
