import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import type { Stored } from '#machines/saving/saving.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { SavingStep } from '../flows/saving.subject.ts';
import { deleteDrafts } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { driveClock, letPass, sleepAndWake } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { logInBeside } from './login-window.ts';
import { whileLooking } from './look.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

const PERSON: LoginChoice = 'lindemann:eID';
/** The quiet time after the last keystroke, and the longest pause before another attempt, in ms. */
const QUIET_MS = 400;
const PAUSE_MS = 30_000;
const SECOND_MS = 1_000;
/** Long enough to be noticed. */
const WAKE_MS = 120_000;

/** Pages after the first, so that there is always one to go on to. */
export const morePages = ['b', 'c', 'd', 'e', 'f', 'g'].map((key) => ({
  type: 'panel',
  key,
  label: 'Probe',
  title: 'Probe',
  components: [{ type: 'textfield', key: `note${key}`, label: 'Probe', input: true }],
}));

/** The answer of a server that has lost its database, and may have written before. */
const later = {
  status: 503,
  headers: { 'retry-after': String(PAUSE_MS / 1000) },
  json: { code: 'database-unavailable' },
};

const held = ['saveProgress', 'getAccessData'] as const;
type Held = (typeof held)[number];

/** A person at a form of the portal's own; the server is the real one. */
export class SavingWalker implements PathWalker<SavingStep, string> {
  readonly #stage: Stage;
  readonly #path: Path<SavingStep>;
  readonly #rivalWindow = randomUUID();
  visitor!: Visitor;
  /** Calls with the session of the page, without a window. */
  #mate!: PortalClient;
  #id = '';
  #windows = new Set<string>();
  #held = new Map<Held, Route>();
  #holdsStored = false;
  /** A write whose answer was lost has made a newer version; to turn a page makes none. */
  #isNewer = false;
  #typed = 0;
  /** Value of the field before something new was typed. */
  #before = '';
  #pageAt = 0;
  #at = 0;

  constructor(stage: Stage, path: Path<SavingStep>) {
    this.#stage = stage;
    this.#path = path;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #step() {
    return this.#path.steps[this.#at - 1];
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.#mate = portal.client();
    await this.#mate.logIn(PERSON);
    const { metadataId, area } = offerOfProbe({ mode: 'none', noticeAllowed: false });
    const { id, version } = await this.#mate.call('startProcess', { body: { metadataId, area } });
    this.#id = id;
    const notes = morePages.map(({ components: [note] }) => [note!.key, '0']);
    const body = { version, data: { amount: 0, ...Object.fromEntries(notes) }, page: null };
    await this.#mate.call('saveProgress', { params: { id }, body });
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    await driveClock(context, QUIET_MS);
    for (const [name, value] of this.#mate.cookies)
      await context.addCookies([{ name, value, url: portal.url }]);
    this.#page.on('request', (request) => {
      if (isCall('holdEditing')(request)) this.#windows.add(request.postDataJSON().window);
    });
    await this.#page.route('**/api/process/**', (route) => this.#hold(route));
    await this.#page.goto(hrefOf.process(locale, id, 'page.only'));
    await this.#field.waitFor();
  }

  async end(): Promise<void> {
    await this.visitor.leave();
    const client = this.#stage.portal.client();
    await client.logIn(PERSON);
    await deleteDrafts(client);
  }

  /** Saves a picture of where a path failed. */
  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<SavingStep, string> {
    const handler =
      <E extends SavingStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        this.#at += 1;
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<SavingStep, Promise<Answer>> = {
      'content.changed': handler(() => (this.#isTurning() ? this.#turn() : this.#type())),
      'locale.changed': handler(() => this.visitor.read(this.visitor.locale === 'de' ? 'en' : 'de')),
      'save.requested': handler(() => this.#turn()),
      'save.retried': handler(() => this.#goOn()),
      'network.restored': handler(() => this.#page.evaluate(() => window.dispatchEvent(new Event('online')))),
      'session.renewed': handler(() => this.#renew()),
      'editing.gained': handler(() => this.visitor.button('application:windows.activate').click()),
      'newerState.requested': handler(() => this.#decide('load')),
      'newerState.postponed': handler(() => this.#decide('stay')),
      'xstate.done': handler((event) => this.#succeed(event)),
      'xstate.error': handler((event) => this.#fail(event)),
      'xstate.after': handler(({ type }) => letPass(this.#page, msOf(type))),
    };
    const states = Object.fromEntries(
      [this.#path.steps[0]?.from ?? '', ...this.#path.steps.map(({ to }) => to)].map((state) => [
        state,
        () => whileLooking(this.visitor, () => this.#sees(state)),
      ]),
    );
    return { events, states };
  }

  /** Facts that the person must be able to see. */
  async #sees(state: string): Promise<void> {
    const sign = (...kinds: string[]) => kinds.map((it) => `.sp-save-state--${it}`).join(', ');
    switch (state) {
      case 'dirty':
      case 'sending':
        return this.#page.locator(sign('saving', 'failed')).waitFor();
      case 'pausing.counting':
      case 'comparing':
        return this.#page.locator(sign('failed')).waitFor();
      case 'conflict.asking':
        return this.#page
          .locator('dialog[open]')
          .getByText(this.visitor.text('application:conflict.title'))
          .waitFor();
      case 'conflict.postponed':
        return this.visitor.button('application:conflict.load').waitFor();
      case 'elsewhere':
        return this.visitor.button('application:windows.activate').waitFor();
      case 'locked':
        return this.#page.getByText(this.visitor.text('ending:locked')).first().waitFor();
      case 'refused':
        return this.#page.getByText(this.visitor.text('application:form.notSaved')).first().waitFor();
      case 'gone':
        if (this.#step?.event.type !== 'newerState.requested')
          return this.visitor.sees('application:failure.notFound.title');
        // Opened again, it has what is stored.
        await this.#page
          .getByText(this.visitor.text('application:conflict.title'))
          .first()
          .waitFor({ state: 'detached' });
        return this.#field.waitFor();
      default:
        return this.#page.locator(sign('saving', 'failed')).waitFor({ state: 'detached' });
    }
  }

  get #field() {
    return this.#page.locator('.sp-form input').first();
  }

  async #hold(route: Route): Promise<void> {
    const request = route.request();
    const name = held.find((it) => isCall(it)(request));
    if (name === undefined || (name === 'getAccessData' && !this.#holdsStored)) return route.fallback();
    this.#held.set(name, route);
  }

  async #asked(name: Held): Promise<Route> {
    await eventually(() => this.#held.has(name), true);
    const route = this.#held.get(name)!;
    this.#held.delete(name);
    return route;
  }

  /** Whether the path says that the page is turned: the name stays. */
  #isTurning(): boolean {
    const changes = this.#path.steps
      .slice(0, this.#at)
      .flatMap(({ event }) =>
        event.type === 'content.changed' && event.content.data ? [event.content.data.name] : [],
      );
    return changes.at(-1) === (changes.at(-2) ?? 'Ada');
  }

  /** Types something new; what is not saved yet is typed back. */
  async #type(): Promise<void> {
    if (this.#step!.from === 'dirty') return this.#field.fill(this.#before);
    this.#before = await this.#field.inputValue();
    this.#typed += 1;
    await this.#field.fill(String(this.#typed));
  }

  /** Turns the page, mostly back: there is always one to go on to. */
  async #turn(): Promise<void> {
    if (this.#pageAt === 0) return this.#goOn();
    await this.visitor.button('application:back').click();
    this.#pageAt -= 1;
    await this.#arrives();
  }

  async #goOn(): Promise<void> {
    await this.visitor.next();
    this.#pageAt += 1;
    await this.#arrives();
  }

  async #arrives(): Promise<void> {
    const key = this.#pageAt === 0 ? 'amount' : morePages[this.#pageAt - 1]!.components[0]!.key;
    await this.#page.locator(`#field-${key}`).waitFor();
  }

  async #decide(choice: 'load' | 'stay'): Promise<void> {
    const dialog = this.#page.locator('dialog[open]');
    const place = (await dialog.isVisible()) ? dialog : this.#page;
    await place.getByRole('button', { name: this.visitor.text(`application:conflict.${choice}`) }).click();
  }

  async #succeed({ actorId, output }: { actorId: string; output: unknown }): Promise<void> {
    if (!actorId.includes('comparing')) return (await this.#asked('saveProgress')).continue();
    const route = await this.#asked('getAccessData');
    this.#holdsStored = false;
    const { version, own } = output as Stored;
    // Two more than its own: an earlier page or somebody else has written as well.
    if (version !== this.#ownVersion) await this.#writeBeside(own ? [...this.#windows].at(-1) : undefined);
    return route.continue();
  }

  /** The version that its own write has made, as the path counts. */
  get #ownVersion(): number {
    return 2;
  }

  async #fail({ actorId, error }: { actorId: string; error: unknown }): Promise<void> {
    const name: Held = actorId.includes('comparing') ? 'getAccessData' : 'saveProgress';
    const route = await this.#asked(name);
    if (name === 'getAccessData') {
      this.#holdsStored = false;
      return route.abort('connectionfailed');
    }
    switch (codeOf(error)) {
      case 'network':
        this.#isNewer =
          this.#isStoredFirst() && (await storedOf(route)) > route.request().postDataJSON().version;
        if (this.#isCountedNext()) return route.fulfill(later);
        return route.abort('connectionfailed');
      case 'version-conflict':
        this.#holdsStored = this.#step!.to === 'comparing';
        if (!this.#isNewer) await this.#writeBeside();
        this.#isNewer = false;
        return route.continue();
      case 'edited-elsewhere':
        await this.#letOtherEdit();
        return route.continue();
      case 'session-expired':
        await this.#endSession();
        return route.continue();
      case 'input-invalid':
        return route.continue({ postData: JSON.stringify({ version: 'none' }) });
      default:
        await this.#mate.call('deleteDraft', { query: { id: this.#id } });
        return route.continue();
    }
  }

  /** Whether a second of the pause passes: the first pause after a lost connection is no longer than that. */
  #isCountedNext(): boolean {
    return this.#path.steps[this.#at]?.event.type.includes('untilNextSecond') ?? false;
  }

  /** Whether the write whose answer is lost arrives: the next attempt finds a newer version. */
  #isStoredFirst(): boolean {
    const next = this.#path.steps
      .slice(this.#at)
      .find(({ event }) => 'actorId' in event && event.actorId.includes('sending'));
    return next !== undefined && 'error' in next.event && codeOf(next.event.error) === 'version-conflict';
  }

  /** Stored by the same session, in another way. @param window the window of the page, which has written before */
  async #writeBeside(window?: string): Promise<void> {
    const params = { id: this.#id };
    const client = window === undefined ? this.#mate : this.#mate.otherWindow(window);
    const { version, data } = await client.openForm({ params, query: {} });
    const body = { version, data: { ...data, town: `beside ${version}` }, page: null };
    await client.call('saveProgress', { params, body });
  }

  async #letOtherEdit(): Promise<void> {
    const params = { id: this.#id };
    for (const window of this.#windows) await this.#mate.call('releaseEditing', { params, body: { window } });
    await this.#mate.call('holdEditing', { params, body: { window: this.#rivalWindow, waits: false } });
  }

  /** The server forgets the session, the browser keeps its cookie, as when a session expires. */
  async #endSession(): Promise<void> {
    await (await this.visitor.otherWindow(this.#stage.portal)).call('logout', {});
  }

  /** The session is over, as the page knows at the latest when the device wakes; the login follows beside it. */
  async #renew(): Promise<void> {
    if (this.#step!.from === 'refused') {
      await this.#endSession();
      await sleepAndWake(this.#page, WAKE_MS);
      const covered = this.visitor.button('ending:look.show');
      await covered.or(this.visitor.button('ending:look.hide')).waitFor();
    }
    await this.#logInAgain();
  }

  async #logInAgain(): Promise<void> {
    await logInBeside(this.visitor.watched.context, PERSON);
    this.#mate = await this.visitor.otherWindow(this.#stage.portal);
  }
}

/** How long the machine waits. */
function msOf(type: string): number {
  if (type.includes('untilQuiet')) return QUIET_MS;
  return type.includes('untilNextSecond') ? SECOND_MS : PAUSE_MS;
}

/** Lets a write through. @returns the version that is stored then */
const storedOf = async (route: Route): Promise<number> => (await (await route.fetch()).json()).version;

const codeOf = (error: unknown): string => (error as { code: string }).code;
