import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import type { Report } from '#machines/windows/windows.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { WindowsStep } from '../flows/windows.subject.ts';
import { deleteDrafts } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { eventually } from './eventually.ts';
import { logInBeside } from './login-window.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';
import { anyOf } from './words.ts';

export type WindowsState =
  | 'idle'
  | 'open.asking'
  | `open.editing.${'resting' | 'reporting'}`
  | 'open.unsure'
  | 'open.lettingGo'
  | `open.elsewhere.${'warned' | 'takenOver' | 'taking'}`
  | 'open.closed';

const PERSON: LoginChoice = 'lindemann:eID';
const questions = ['holdEditing', 'takeEditing', 'releaseEditing'] as const;
type Question = (typeof questions)[number];

/** A person's window at an application, and a window of theirs on another device; the server is the real one. */
export class WindowsWalker implements PathWalker<WindowsStep, WindowsState> {
  readonly #stage: Stage;
  readonly #rivalId = randomUUID();
  /** A third window, on the same device as the rival. */
  readonly #thirdId = randomUUID();
  visitor!: Visitor;
  /** Another page of the same browser. */
  #beside!: Page;
  /** The other device. */
  #rival!: PortalClient;
  #process!: ProcessView;
  /** The latest question of the window that nobody has answered. */
  #held = new Map<Question, Route>();
  /** The window is to let go: until then it only does so when a page ends. */
  #isToLetGo = false;
  /** Requests of other windows to edit, which get the application once it is released. */
  #wishes: Promise<unknown>[] = [];
  /** The window has been refused, or has shown that another one edits. */
  #isBarred = false;
  #hasUnsaved = false;
  #typed = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    this.#rival = portal.client();
    await this.#rival.logIn(PERSON);
    const client = portal.client();
    await client.logIn(PERSON);
    const { context } = this.visitor.watched;
    for (const [name, value] of client.cookies) await context.addCookies([{ name, value, url: portal.url }]);
    this.#beside = await context.newPage();
    await this.#beside.goto('/');
    await this.#page.route('**/api/process/*/editing**', (route) => this.#hold(route));
  }

  async end(): Promise<void> {
    await deleteDrafts(this.#rival);
    await this.visitor.leave();
  }

  /** Saves a picture of where a path failed. */
  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<WindowsStep, WindowsState> {
    const handler =
      <E extends WindowsStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<WindowsStep, Promise<Answer>> = {
      'application.shown': handler(() => this.#open()),
      'application.left': handler(() => this.#delete()),
      'write.refused': handler(() => this.#writeInVain()),
      'editing.requested': handler(() => this.#askBeside()),
      'takeover.requested': handler(() => this.visitor.button('application:windows.activate').click()),
      'window.returned': handler(async () => {
        this.#held.clear();
        await this.#page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      }),
      'session.renewed': handler(() => this.#logInAgain()),
      'xstate.done': handler((event) => this.#succeed(event)),
      'xstate.error': handler((event) => this.#fail(event)),
      'xstate.after': handler(() => this.#asked('holdEditing')),
    };
    const canType = () => this.#page.locator('#field-amount:enabled').waitFor();
    const cannotType = () => this.#page.locator('#field-amount:disabled').waitFor();
    const reads = (kind: 'warned' | 'takenOver') => async () => {
      await cannotType();
      const titles = ['window', 'device'].map((it) => this.visitor.text(`application:windows.${kind}.${it}`));
      await this.#page
        .locator('.sp-editing h2')
        .filter({ hasText: anyWithin(titles) })
        .waitFor();
      await this.visitor.button('application:windows.activate').waitFor();
    };
    return {
      events,
      states: {
        idle: () => this.visitor.sees('application:failure.notFound.title'),
        'open.asking': async () => {
          await this.#asked('holdEditing');
          await canType();
        },
        'open.editing.resting': canType,
        'open.editing.reporting': async () => {
          await this.#asked('holdEditing');
          await canType();
        },
        'open.unsure': canType,
        'open.lettingGo': async () => {
          await this.#asked('releaseEditing');
          await cannotType();
          await this.#page.locator('.sp-editing').waitFor({ state: 'detached' });
        },
        'open.elsewhere.warned': reads('warned'),
        'open.elsewhere.takenOver': reads('takenOver'),
        'open.elsewhere.taking': async () => {
          await this.#asked('takeEditing');
          await cannotType();
          await this.#page.getByText(this.visitor.text('application:windows.taking')).waitFor();
        },
        'open.closed': () => this.visitor.button('ending:look.show').waitFor(),
      },
    };
  }

  async #hold(route: Route): Promise<void> {
    const request = route.request();
    const name = questions.find((it) => isCall(it)(request));
    if (name === undefined || (name === 'releaseEditing' && !this.#isToLetGo)) return route.continue();
    this.#held.set(name, route);
  }

  /** Waits until the window has asked the server this; its answer is still to come. */
  async #asked(name: Question): Promise<Route> {
    await eventually(async () => this.#held.has(name), true);
    return this.#held.get(name)!;
  }

  async #open(): Promise<void> {
    const { metadataId, area } = offerOfProbe({ mode: 'none', noticeAllowed: false });
    this.#process = await this.#rival.call('startProcess', { body: { metadataId, area } });
    await this.#page.goto(hrefOf.process(this.visitor.locale, this.#process.id));
    await this.#page.locator('#field-amount').waitFor();
  }

  /** Deleted on the other device: the window notices with its next save. */
  async #delete(): Promise<void> {
    await this.#rival.call('deleteDraft', { query: { id: this.#process.id } });
    await this.#type();
  }

  async #type(): Promise<void> {
    this.#typed += 1;
    await this.#page.locator('#field-amount').fill(String(this.#typed));
  }

  /** The other device edits, and this window does not know that yet. */
  async #writeInVain(): Promise<void> {
    await this.#letOtherEdit();
    const refused = this.#page.waitForResponse(
      (answer) => isCall('saveProgress')(answer.request()) && answer.status() === 409,
    );
    this.#held.clear();
    await this.#type();
    await refused;
    this.#isBarred = true;
    this.#hasUnsaved = true;
  }

  async #askBeside(): Promise<void> {
    this.#isToLetGo = true;
    this.#held.delete('releaseEditing');
    await this.#beside.evaluate(
      (processId) =>
        new BroadcastChannel('serviceportal').postMessage({ type: 'editing.requested', processId }),
      this.#process.id,
    );
  }

  /** Passes the answer of the server, which knows the changes of the other device. */
  async #succeed({ actorId, output }: { actorId: string; output: unknown }): Promise<void> {
    const name = questionOf(actorId);
    const route = await this.#asked(name);
    this.#held.delete(name);
    if (name === 'releaseEditing') {
      this.#isToLetGo = false;
      await route.continue();
      return;
    }
    const { elsewhere, wanted } = output as Report;
    const window = windowOf(route);
    if (elsewhere) await this.#letOtherEdit();
    else await this.#letThisEdit(window);
    if (wanted) await this.#letOtherWant();
    const stays = elsewhere !== null || wanted;
    const reloads = !stays && this.#wasBarred(name) && !this.#hasUnsaved;
    if (wanted) this.#isToLetGo = true;
    const answered = this.#page.waitForResponse((it) => it.request() === route.request());
    answered.catch(() => undefined);
    const loaded = reloads ? this.#page.waitForEvent('load') : null;
    await route.continue();
    if (elsewhere && name === 'takeEditing') await this.#letThirdWant();
    if (!stays && name === 'holdEditing') await this.#wakeUntil(answered);
    await answered;
    if (elsewhere) {
      this.#isBarred = true;
      return;
    }
    if (wanted) return;
    if (loaded) await this.#arriveAgain(loaded);
    this.#isBarred = false;
    if (this.#hasUnsaved) await this.#seesSaved();
  }

  #wasBarred(name: Question): boolean {
    return name === 'takeEditing' || this.#isBarred;
  }

  /** Input that could not be saved before is stored now. */
  async #seesSaved(): Promise<void> {
    const stored = async () => {
      const { data } = await this.#rival.openForm({
        params: { id: this.#process.id },
        query: {},
      });
      return String((data as { amount?: unknown }).amount);
    };
    await eventually(stored, String(this.#typed));
    this.#hasUnsaved = false;
  }

  /** The page has loaded again, with the stored data. It still edits, as the same window. */
  async #arriveAgain(loaded: Promise<unknown>): Promise<void> {
    await loaded;
    const isNew = async () => {
      const held = this.#held.get('holdEditing');
      return held !== undefined && !this.#windows.has(windowOf(held));
    };
    await eventually(isNew, true);
    const route = await this.#asked('holdEditing');
    this.#held.delete('holdEditing');
    const answered = this.#page.waitForResponse((it) => it.request() === route.request());
    await route.continue();
    this.#windows.add(windowOf(route));
    expect(await (await answered).json()).toMatchObject({ elsewhere: null });
  }

  async #fail({ actorId, error }: { actorId: string; error: unknown }): Promise<void> {
    const name = questionOf(actorId);
    const route = await this.#asked(name);
    this.#held.delete(name);
    if (name === 'releaseEditing') this.#isToLetGo = false;
    if ((error as { code: string }).code === 'network') return route.abort('connectionfailed');
    const { context } = this.visitor.watched;
    for (const { name: cookie, httpOnly } of await context.cookies()) {
      if (httpOnly) await context.clearCookies({ name: cookie });
    }
    // The cookie was sent before the session ended.
    await route.fulfill(await refusal(this.#stage.portal, route));
  }

  /** A waiting question is answered at the next sign, which anything about the application is. */
  async #wakeUntil(answered: Promise<unknown>): Promise<void> {
    let isAnswered = false;
    const end = answered.then(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await this.#rival.call('releaseEditing', this.#about({ window: randomUUID() }));
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  }

  #about<Body>(body: Body) {
    return { params: { id: this.#process.id }, body };
  }

  async #letOtherEdit(): Promise<void> {
    await this.#release(...this.#windows, this.#thirdId);
    const { elsewhere } = await this.#rival.call(
      'holdEditing',
      this.#about({ window: this.#rivalId, waits: false }),
    );
    expect(elsewhere).toBeNull();
  }

  readonly #windows = new Set<string>();

  async #letThisEdit(window: string): Promise<void> {
    this.#windows.add(window);
    await this.#release(this.#rivalId, this.#thirdId);
  }

  /** Releases what windows have. A window that waited for it has it then, at a moment of the server's, and lets go as well. */
  async #release(...windows: string[]): Promise<void> {
    const release = async () => {
      for (const window of windows) await this.#rival.call('releaseEditing', this.#about({ window }));
    };
    await release();
    if (this.#wishes.length === 0) return;
    await Promise.all(this.#wishes.splice(0));
    await release();
  }

  /** A window of the other device asks to edit. The server answers when it may, or another one has asked. */
  #wish(window: string): void {
    const wish = this.#rival.call('takeEditing', this.#about({ window }));
    this.#wishes.push(wish.catch(() => undefined));
  }

  /** The other device asks to edit; its answer is not awaited. */
  async #letOtherWant(): Promise<void> {
    const window = [...this.#windows].at(-1)!;
    await this.#rival.call('holdEditing', this.#about({ window, waits: false }));
    this.#wish(this.#rivalId);
    await this.#seesWish(window);
  }

  /** A third window asks to edit while this one waits: the last to ask will get it. */
  async #letThirdWant(): Promise<void> {
    await this.#seesWish(this.#rivalId);
    this.#wish(this.#thirdId);
  }

  async #seesWish(editor: string): Promise<void> {
    const about = this.#about({ window: editor, waits: false });
    await eventually(async () => (await this.#rival.call('holdEditing', about)).wanted, true);
  }

  async #logInAgain(): Promise<void> {
    await logInBeside(this.visitor.watched.context, PERSON);
  }
}

const questionOf = (actorId: string): Question =>
  actorId.includes('lettingGo')
    ? 'releaseEditing'
    : actorId.includes('taking')
      ? 'takeEditing'
      : 'holdEditing';

const windowOf = (route: Route): string => (route.request().postDataJSON() as { window: string }).window;

const anyWithin = (texts: readonly string[]): RegExp => new RegExp(anyOf(texts).source.slice(1, -1));

/** The server's own answer to a question without a session. */
export async function refusal(portal: Stage['portal'], route: Route) {
  const request = route.request();
  const answer = await fetch(request.url(), {
    method: request.method(),
    headers: {
      ...(await request.allHeaders()),
      cookie: `XSRF-TOKEN=${'x'.repeat(32)}; sp_session=${'y'.repeat(43)}`,
      'x-xsrf-token': 'x'.repeat(32),
      host: new URL(portal.url).host,
    },
    body: request.postData(),
  });
  return { status: answer.status, contentType: 'application/problem+json', body: await answer.text() };
}
