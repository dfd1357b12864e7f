import type { Page, Request, Route } from 'playwright';
import { expect } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { conflictChoices } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { ConflictEvent } from '#machines/conflict/conflict.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { PortalClient } from '../http/client.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { ForEveryEvent, InternalEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { eventually } from './eventually.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

const PERSON: LoginChoice = 'lindemann:eID';
const HOME = 'Zuhause';

export type ConflictState = 'loading' | 'unavailable' | 'deciding' | 'saving' | 'over';
/** The service's answer to a call, as far as the path sets it. */
export type CallEnd = 'differs' | 'nothing' | 'decided' | 'not-found' | 'network' | 'version-conflict';

const endOf = (event: InternalEvent): CallEnd => {
  if ('error' in event) return (event.error as { code: CallEnd }).code;
  return 'output' in event ? (event.output as { end: CallEnd }).end : 'network';
};

/**
 * A person at the screen of a data conflict. Both calls of the screen are held back until the path says how they end.
 * The walker then causes that end at the service, and lets them go on.
 */
export class ConflictWalker implements PathWalker<ConflictEvent | InternalEvent, ConflictState> {
  readonly #stage: Stage;
  visitor!: Visitor;
  /** Another device of this person. */
  #elsewhere!: PortalClient;
  #id = '';
  #moves = 0;
  #held: { name: CallName; route: Route } | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.#elsewhere = portal.client();
    await this.#elsewhere.logIn(PERSON, { movedTo: HOME });
    const { id } = await this.#elsewhere.call('startProcess', {
      body: offerOfProbe({ mode: 'none', noticeAllowed: false }),
    });
    this.#id = id;
    await this.#move();
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const cookies = [...this.#elsewhere.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
    await this.visitor.watched.context.addCookies(cookies);
    await this.#page.route('**/*', (route) => this.#hold(route));
    await this.#page.goto(hrefOf.process(locale, id), { waitUntil: 'domcontentloaded' });
    await this.#isAsked('getConflict');
  }

  async end(): Promise<void> {
    await this.visitor.leave();
    const gone = { query: { id: this.#id } };
    await this.#elsewhere.call('deleteDraft', gone).catch(() => undefined);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<ConflictEvent | InternalEvent, ConflictState> {
    const handler =
      <E>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<ConflictEvent | InternalEvent, Promise<Answer>> = {
      'choice.made': handler(({ choice }) => this.#choices.nth(conflictChoices.indexOf(choice)).check()),
      'decision.confirmed': handler(() => this.visitor.button('conflict:next').click()),
      'locale.changed': handler(() => this.#switchLanguage()),
      'network.restored': handler(() => this.#interrupt()),
      'retry.requested': handler(() => this.visitor.button('conflict:retry').click()),
      'xstate.done': handler((event: InternalEvent) => this.#answer(endOf(event))),
      'xstate.error': handler((event: InternalEvent) => this.#answer(endOf(event))),
      'xstate.after': () => Promise.reject(new Error('the conflict has no timer')),
    };
    return {
      events,
      states: {
        loading: () => this.#isAsked('getConflict'),
        saving: () => this.#isAsked('decideConflict'),
        unavailable: () => this.visitor.button('conflict:retry').waitFor(),
        deciding: () => this.#seesChoice(),
        over: () => this.#isLeft(),
      },
    };
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #choices() {
    return this.#page.locator('input[name="conflict-town"]');
  }

  async #hold(route: Route): Promise<void> {
    const names = ['getConflict', 'decideConflict'] as const;
    const name = names.find((it) => isCall(it)(route.request() as Request));
    if (!name) return route.fallback();
    this.#held = { name, route };
  }

  #isAsked(name: CallName): Promise<void> {
    return eventually(() => this.#held?.name ?? null, name);
  }

  /** Makes the service answer as the path says, and lets the held call go on. */
  async #answer(end: CallEnd): Promise<void> {
    const { route } = this.#held!;
    this.#held = null;
    if (end === 'network') return route.abort('connectionfailed');
    if (end === 'nothing') await this.#decide();
    if (end === 'version-conflict') await this.#move();
    if (end === 'not-found') await this.#elsewhere.call('deleteDraft', { query: { id: this.#id } });
    await route.fallback();
  }

  /** The account names another place than before. */
  async #move(): Promise<void> {
    this.#moves += 1;
    const other = this.#stage.portal.client();
    await other.logIn(PERSON, { movedTo: `Ort ${this.#moves}` });
  }

  async #decide(): Promise<void> {
    const params = { id: this.#id };
    const { version, hash } = await this.#elsewhere.call('getConflict', { params, query: {} });
    const body = { version, hash, apply: ['town'], correct: [] };
    await this.#elsewhere.call('decideConflict', { params, body });
  }

  async #switchLanguage(): Promise<void> {
    const other = this.visitor.locale === 'de' ? 'en' : 'de';
    await this.#page.locator(`a[hreflang="${other}"]:visible`).first().click();
    this.visitor.locale = other;
    await this.#page.locator(`html[lang="${other}"]`).waitFor({ state: 'attached' });
  }

  async #interrupt(): Promise<void> {
    const { context } = this.visitor.watched;
    await context.setOffline(true);
    await this.#page.getByText(this.visitor.text('common:offline')).waitFor();
    await context.setOffline(false);
  }

  /** Both values are shown in the language of the page, and no call is in progress. */
  async #seesChoice(): Promise<void> {
    await this.visitor.sees('conflict:heading');
    const says = (key: string, value: string) =>
      this.#page.getByText(this.visitor.text(`conflict:${key}`, { value }), { exact: true }).waitFor();
    await says('applyHint', `Ort ${this.#moves}`);
    await says('correctHint', HOME);
    expect(this.#held).toBeNull();
  }

  /** The application has moved on: to the form, or to the message that it no longer exists. */
  async #isLeft(): Promise<void> {
    await this.#choices.first().waitFor({ state: 'detached' });
    const gone = this.#page.getByRole('heading', {
      name: this.visitor.text('application:failure.notFound.title'),
    });
    await this.#page.locator('#field-town').or(gone).first().waitFor();
  }
}
