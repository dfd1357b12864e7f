import { randomUUID } from 'node:crypto';
import type { Frame, Page, Route } from 'playwright';
import type { FormFrame } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import type { CallProblemCode } from '#domain/problem.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { RIGHT } from '#stand-ins/forms/fixture.ts';
import { visitForm } from '#stand-ins/forms/visit.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { EmbeddedStep } from '../flows/embedded.subject.ts';
import { deleteDrafts, KIEL, offerOf } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { driveClock, letPass } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { logInBeside } from './login-window.ts';
import { whileLooking } from './look.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

const PERSON: LoginChoice = 'lindemann:eID';
/** Pages of the real form that the path calls first and second. */
const pages: Record<string, string> = { first: 'person', second: 'contact' };
const pageOf = (name: string): string => pages[name] ?? name;

/** Ms until the timers of the machine, by their names. */
const waits: readonly [RegExp, number][] = [
  [/untilSlow/, 5_000],
  [/untilGivenUp/, 30_000],
  [/untilMissed/, 10_000],
  [/untilStale/, 45_000],
  [/untilStored/, 2_000],
  [/untilLeft/, 3_000],
  [/untilProlonged/, 240_000],
];
const held = ['saveProgress', 'prolongForm'] as const;
type Held = (typeof held)[number];

/**
 * A person at a form that the stand-in form server shows in a frame. The real frame is silent, and sends the messages
 * of the path. The server's questions to the form server are real, with the faults that can be switched on.
 */
export class EmbeddedWalker implements PathWalker<EmbeddedStep, string> {
  readonly #stage: Stage;
  readonly #path: Path<EmbeddedStep>;
  readonly #fromSummary: boolean;
  readonly #rivalWindow = randomUUID();
  visitor!: Visitor;
  /** A client without a window, in the session of the page. */
  #mate!: PortalClient;
  #id = '';
  #frame: FormFrame | null = null;
  #windows = new Set<string>();
  #held = new Map<Held, Route>();
  #typed = 0;
  #isFinished = false;
  #at = 0;

  constructor(stage: Stage, path: Path<EmbeddedStep>) {
    this.#stage = stage;
    this.#path = path;
    this.#fromSummary = path.start === 'a page to be changed from the summary';
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #forms() {
    return this.#stage.portal.partners.forms;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.#mate = portal.client();
    await this.#mate.logIn(PERSON);
    this.#forms.control({ kind: 'silent', requests: 0 });
    await this.#fillIn();
    this.#forms.control({ kind: 'silent', requests: 1_000 });
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    await driveClock(context);
    for (const [name, value] of this.#mate.cookies)
      await context.addCookies([{ name, value, url: portal.url }]);
    this.#page.on('response', (response) => {
      if (isCall('getAccessData')(response.request()) && response.ok())
        response.json().then(
          ({ frame }) => {
            this.#frame = frame;
          },
          () => undefined,
        );
    });
    this.#page.on('request', (request) => {
      if (isCall('holdEditing')(request)) this.#windows.add(request.postDataJSON().window);
    });
    await this.#page.route('**/api/process/**', (route) => this.#hold(route));
    await this.#page.goto(hrefOf.process(locale, this.#id, this.#fromSummary ? 'summary' : 'welcome'));
    await (this.#fromSummary ? this.visitor.sees('summary:heading') : this.#welcome());
  }

  /** Fills in the form of a draft. */
  async #fillIn(): Promise<void> {
    const { metadataId } = offerOf('jagdschein');
    const { id } = await this.#mate.call('startProcess', { body: { metadataId, area: KIEL } });
    this.#id = id;
    const access = await this.#mate.call('getAccessData', { params: { id }, query: {} });
    if (access.fmsType !== 'LIP') throw new Error('the form has no frame');
    const visit = await visitForm(access.frame);
    await visit.fill(RIGHT);
    await visit.upload('certificate', tinyPdf({ text: 'proof' }), 'Zeugnis.pdf');
    await visit.complete();
    const { caseId } = access.frame;
    await this.#mate.call('saveProgress', {
      params: { id },
      query: {},
      body: { version: access.version, caseId },
    });
  }

  async end(): Promise<void> {
    this.#forms.control({ kind: 'wrongProcess', requests: 0 });
    await this.visitor.leave();
    const client = this.#stage.portal.client();
    await client.logIn(PERSON);
    await deleteDrafts(client);
  }

  /** Saves a picture of where a path failed. */
  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<EmbeddedStep, string> {
    const handler =
      <E extends EmbeddedStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        this.#at += 1;
        await act(event);
        return 'accepted';
      };
    const says = <E extends EmbeddedStep>(message: (event: E) => object) =>
      handler((event: E) => this.#say(message(event)));
    const events: ForEveryEvent<EmbeddedStep, Promise<Answer>> = {
      'frame.readied': says(({ page, title }) => ({ type: 'lip:ready', page: pageOf(page), title })),
      'frame.resized': says(({ height }) => ({ type: 'lip:height', height })),
      'frame.pageShown': says(({ page, title }) => ({ type: 'lip:page', page: pageOf(page), title })),
      'frame.dirtied': says(({ dirty }) => ({ type: 'lip:dirty', dirty })),
      'frame.progressed': handler(async ({ revision }) => {
        await this.#type();
        await this.#say({ type: 'lip:progress', revision, page: 'person' });
      }),
      'frame.completed': says(({ revision }) => ({ type: 'lip:complete', revision })),
      'frame.cancelled': says(() => ({ type: 'lip:cancel' })),
      'frame.ended': says(() => ({ type: 'lip:session', state: 'lost' })),
      'frame.warned': says(() => ({ type: 'lip:session', state: 'expiring' })),
      'frame.flooded': handler(() => this.#flood()),
      'frame.shown': handler(() => this.#show()),
      'frame.removed': handler(async () => {
        await this.#follow('welcome');
        await this.#welcome();
      }),
      'frame.loaded': handler(() => this.#page.locator('#form-frame').dispatchEvent('load')),
      'page.backRequested': handler(() => this.visitor.button('application:frame.toSummary').click()),
      'page.chosen': handler(({ page }) => this.#change(pageOf(page!))),
      'page.requested': handler(async ({ page, returnsToSummary }) => {
        const hadFrame = await this.#hasFrame();
        await this.#follow(`${returnsToSummary ? 'change' : 'page'}.${pageOf(page)}`);
        if (!hadFrame) await this.#arrives();
      }),
      'summary.requested': handler(() => this.#follow('summary')),
      'locale.changed': handler(() =>
        this.#page
          .getByRole('link', { name: this.visitor.locale === 'de' ? 'English' : 'Deutsch' })
          .click()
          .then(() => {
            this.visitor.locale = this.visitor.locale === 'de' ? 'en' : 'de';
          }),
      ),
      'network.restored': handler(() => this.#page.evaluate(() => window.dispatchEvent(new Event('online')))),
      'session.renewed': handler(() => this.#logInAgain()),
      'editing.gained': handler(async () => {
        await this.#letOtherEdit();
        await (await this.#asked('saveProgress')).continue();
        await this.visitor.button('application:windows.activate').click();
      }),
      'content.saved': handler(async ({ saved }) => {
        const route = await this.#asked('saveProgress');
        if (saved.complete) await this.#finish();
        else if (this.#isFinished) await this.#type();
        await route.continue();
      }),
      'content.refused': handler(({ problem }) => this.#refuse(problem.code)),
      'content.lost': handler(async () => {
        const route = await this.#asked('saveProgress');
        await this.#mate.call('deleteDraft', { query: { id: this.#id } });
        await route.continue();
      }),
      'retry.requested': handler(async () => {
        const isOutdated = this.#step?.from.includes('frame.outdated');
        await this.visitor.button('application:frame.again').click();
        if (!isOutdated) await this.#arrives();
      }),
      'xstate.done': handler(async () => (await this.#asked('prolongForm')).continue()),
      'xstate.error': handler((event) => this.#fail(event)),
      'xstate.after': handler(({ type }) => letPass(this.#page, waits.find(([name]) => name.test(type))![1])),
    };
    const states = Object.fromEntries(
      [this.#path.steps[0]?.from ?? '', ...this.#path.steps.map(({ to }) => to)].map((state) => [
        state,
        () => whileLooking(this.visitor, () => this.#sees(state)),
      ]),
    );
    return { events, states };
  }

  get #step() {
    return this.#path.steps[this.#at - 1];
  }

  /** Visible content of a state. */
  async #sees(state: string): Promise<void> {
    const is = (part: string) => state.includes(part);
    const text = (key: string) => this.#page.getByText(this.visitor.text(key)).first().waitFor();
    if (this.#step?.event.type === 'content.lost')
      return this.visitor.sees('application:failure.notFound.title');
    if (is('frame.lost')) return text('application:frame.lost');
    if (is('frame.refused')) return text('application:frame.refused');
    // Opened again, the frame has the stored data.
    if (is('frame.outdated') && this.#step?.event.type === 'retry.requested') return this.#arrives();
    if (is('frame.outdated')) return text('application:frame.outdated');
    if (is('leaving.complete')) return this.visitor.sees('summary:heading');
    if (is('frame.present') && !is('present.waiting')) {
      await this.#page.locator('#form-frame').waitFor();
      const loading = this.#page.locator('.sp-embedded__loading');
      await loading.waitFor({ state: is('present.connecting') ? 'attached' : 'detached' });
      const slow = this.#page.getByText(this.visitor.text('application:frame.slow.title'));
      await slow.waitFor({ state: is('connecting.slow') ? 'visible' : 'detached' });
      const leaving = this.#page.getByText(this.visitor.text('application:frame.leaving'));
      const isLeaving = /leaving\.(storing|settling|completing)/.test(state);
      await leaving.waitFor({ state: isLeaving ? 'visible' : 'detached' });
      if (is('entries.unstored')) await this.#page.locator('.sp-save-state--saving').waitFor();
      if (this.#step?.event.type === 'content.saved' && is('entries.stored'))
        await this.#page.locator('.sp-save-state--saving').waitFor({ state: 'detached' });
    }
    if (is('frame.away') && is('leaving.staying')) await this.#welcome();
  }

  async #hold(route: Route): Promise<void> {
    const request = route.request();
    const name = held.find((it) => isCall(it)(request));
    if (name === undefined) return route.fallback();
    this.#held.set(name, route);
  }

  async #asked(name: Held): Promise<Route> {
    await eventually(() => this.#held.has(name), true);
    const route = this.#held.get(name)!;
    this.#held.delete(name);
    return route;
  }

  #welcome(): Promise<void> {
    return this.visitor.sees('start:welcome.heading', { area: 'Kiel' });
  }

  #hasFrame(): Promise<boolean> {
    return this.#page.locator('#form-frame').isVisible();
  }

  /** Follows a link within the application, as the browser's Back and Forward do. */
  async #follow(step: string): Promise<void> {
    const href = hrefOf.process(this.visitor.locale, this.#id, step as 'welcome');
    await this.#page.evaluate((address) => {
      const link = Object.assign(document.createElement('a'), { href: address });
      document.body.append(link);
      link.click();
      link.remove();
    }, href);
  }

  async #show(): Promise<void> {
    if (this.#fromSummary && !(await this.visitor.button('start:welcome.next').isVisible()))
      return this.#change(pageOf('second'));
    await this.visitor.button('start:welcome.next').click();
    await this.#arrives();
  }

  async #change(page: string): Promise<void> {
    const at = Object.values(pages).indexOf(page);
    await this.#page
      .getByRole('button', { name: this.visitor.text('summary:changePage') })
      .nth(at)
      .click();
    await this.#arrives();
  }

  /** The frame has loaded the form, and stays silent. */
  async #arrives(): Promise<void> {
    this.#isFinished = false;
    const isThere = async () => (await this.#hasFrame()) && this.#foreign() !== undefined;
    await eventually(isThere, true);
    await this.#foreign()!.waitForLoadState('load');
    await this.#foreign()!.locator('h1').waitFor();
    await this.#page.evaluate(() => undefined);
  }

  #foreign(): Frame | undefined {
    return this.#page.frames().find((frame) => frame.url().startsWith(this.#forms.origin));
  }

  /** Makes the frame send a message to the portal. */
  async #say(message: object): Promise<void> {
    await this.#foreign()!.evaluate(([said, portal]) => window.parent.postMessage(said, portal as string), [
      { v: 1, caseId: this.#frame!.caseId, ...message },
      this.#stage.portal.url,
    ] as const);
  }

  async #flood(): Promise<void> {
    await this.#foreign()!.evaluate((portal) => {
      for (let count = 0; count < 100; count += 1) window.parent.postMessage('noise', portal);
    }, this.#stage.portal.url);
  }

  /** Makes the form server store new data. */
  async #type(): Promise<void> {
    this.#typed += 1;
    this.#isFinished = false;
    const stored = this.#page.waitForResponse((response) => response.url().endsWith('/frame/step'));
    await this.#foreign()!.locator('input[type=text]').first().fill(`Eintrag ${this.#typed}`);
    await stored;
  }

  async #finish(): Promise<void> {
    if (this.#isFinished) return;
    const frame = this.#foreign()!;
    const finish = frame
      .locator('button[data-action=finish], form[data-page=reliability] button.main')
      .first();
    await finish.click();
    await frame.locator('#done').filter({ hasText: /\S/ }).waitFor();
    this.#isFinished = true;
  }

  /** Stored by the same session, in another way. */
  async #writeBeside(): Promise<void> {
    await this.#type();
    const params = { id: this.#id };
    const { version } = await this.#mate.call('getProcess', { params, query: {} });
    const body = { version, caseId: this.#frame!.caseId };
    await this.#mate.call('saveProgress', { params, query: {}, body });
  }

  async #fail({ error }: { error: unknown }): Promise<void> {
    const route = await this.#asked('prolongForm');
    if ((error as { code: string }).code === 'network') return route.abort('connectionfailed');
    this.#forms.control({ kind: 'lostSession', processId: this.#id });
    return route.continue();
  }

  /** The form server, or the portal's, does not take what is asked about. */
  async #refuse(code: CallProblemCode): Promise<void> {
    const route = await this.#asked('saveProgress');
    if (code === 'version-conflict') await this.#writeBeside();
    else if (code === 'form-session-lost') this.#forms.control({ kind: 'lostSession', processId: this.#id });
    else this.#forms.control({ kind: 'wrongProcess', requests: 1 });
    await route.continue();
  }

  async #letOtherEdit(): Promise<void> {
    const params = { id: this.#id };
    for (const window of this.#windows) await this.#mate.call('releaseEditing', { params, body: { window } });
    await this.#mate.call('holdEditing', { params, body: { window: this.#rivalWindow, waits: false } });
  }

  async #logInAgain(): Promise<void> {
    await logInBeside(this.visitor.watched.context, PERSON);
  }
}
