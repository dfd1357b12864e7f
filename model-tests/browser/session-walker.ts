import type { Page, Response } from 'playwright';
import { expect } from 'vitest';
import type { SessionTimes } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { driveClock, sleepAndWake } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { leadToLogin } from './login-window.ts';
import { callOf, HeldCalls } from './session-calls.ts';
import { MINUTE_MS, SessionClock } from './session-clock.ts';
import { drawTwice, type Region, SETTLED_MS, SessionScreen, settle } from './session-screen.ts';
import { PERSON, SessionServer, type SessionStage } from './session-server.ts';
import { claimInVain, hears, letClaim, listenAndHold, waitingClaims } from './session-windows.ts';
import { SLEEP_MS, type WorldStep } from './session-world.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf } from './walk-paths.ts';

/**
 * A person at the personal area in one window of a browser; other windows of it are opened where the path says that
 * something happens there. Clocks move by the path alone, and the answers of the server wait for it.
 */
export class SessionWalker implements PathWalker<WorldStep, string> {
  readonly #stage: SessionStage;
  visitor!: Visitor;
  #server!: SessionServer;
  #calls!: HeldCalls;
  #clock!: SessionClock;
  #screen!: SessionScreen;

  constructor(stage: SessionStage) {
    this.#stage = stage;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    this.#server = new SessionServer(this.#stage, context);
    this.#calls = new HeldCalls(this.#page);
    this.#clock = new SessionClock(this.visitor, this.#server);
    this.#screen = new SessionScreen(this.visitor, this.#server, this.#clock);
    await driveClock(context);
    await this.#page.addInitScript(listenAndHold);
    await this.#calls.watch();
    await this.#page.goto(hrefOf.account(locale), { waitUntil: 'domcontentloaded' });
    await settle(this.#page);
    this.#clock.moveOn(SETTLED_MS);
  }

  end(): Promise<void> {
    return this.visitor.leave();
  }

  async keep(name: string): Promise<void> {
    for (const [index, page] of this.visitor.watched.context.pages().entries())
      await page.screenshot({ path: pictureOf(`${name}-${index + 1}`), fullPage: true });
  }

  executor(): Executor<WorldStep, string> {
    const handler =
      <E extends WorldStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const press = (key: string) => handler(() => this.visitor.button(key).click());
    const events: ForEveryEvent<WorldStep, Promise<Answer>> = {
      'activity.noticed': handler(async ({ after = 0 }) => {
        await this.#clock.pass(after);
        await this.#switchLanguage();
      }),
      'clock.woke': handler(async ({ sleep = 'a moment' }) => {
        const ms = SLEEP_MS[sleep];
        this.#clock.moveOn(ms);
        await sleepAndWake(this.#page, ms);
      }),
      'session.refused': handler(async ({ code }) => {
        if (code === 'session-expired') await this.#server.expire();
        else await this.#server.endElsewhere();
        await this.#switchLanguage();
      }),
      'session.renewed': handler(() => this.#logInBeside()),
      'session.prolonged': handler(() => this.#useBeside()),
      'session.ended': handler(({ erased }) => (erased ? this.#eraseBeside() : this.#logOutBeside())),
      'extension.requested': press('ending:warning.idle.extend'),
      'warning.acknowledged': handler(async () => {
        this.#clock.announced = this.#clock.ends!.name;
        await this.visitor.button('ending:warning.end.ok').click();
      }),
      'logout.requested': handler(async () => {
        const again = this.visitor.button('ending:tryAgain');
        await ((await again.isVisible()) ? again.click() : this.#screen.logOut(this.#page));
      }),
      'logout.dismissed': press('ending:confirm.cancel'),
      'ending.requested': handler(async () => {
        const again = this.visitor.button('ending:tryAgain');
        await ((await again.isVisible()) ? again : this.visitor.button('common:account.end')).click();
      }),
      'consent.changed': handler(({ agreed }) => this.#screen.consentIn(this.#page).setChecked(agreed)),
      'ending.confirmed': handler(() => this.#screen.confirm()),
      'ending.dismissed': press('ending:confirm.cancel'),
      'message.dismissed': handler(() => this.#screen.dismiss()),
      'xstate.done': handler((event) => this.#succeed(event)),
      'xstate.error': handler((event) => this.#fail(event)),
      'xstate.after': handler((event) => this.#clock.wait(event)),
    };
    const states: Record<string, () => Promise<void>> = new Proxy(
      {},
      { get: (_, state: string) => () => this.#check(state.split('+') as Region[]) },
    );
    return { events, states };
  }

  // Checks of the screen and the server

  async #check(regions: readonly Region[]): Promise<void> {
    const awaited = regions.flatMap((region) => callOf[region.split('.').at(-1)!] ?? []);
    await eventually(async () => this.#calls.names.toSorted(), awaited.toSorted());
    const isAsked = regions.some((region) =>
      /asking|announcing|confirming|failed|ending|Unanswered|told/.test(region),
    );
    const seesDialogs = () => eventually(() => this.#screen.dialog().count(), isAsked ? 1 : 0);
    await seesDialogs();
    await eventually(
      async () => (await waitingClaims(this.#page)) > 0,
      regions.some((it) => /claiming/.test(it)),
    );
    for (const region of regions) await this.#screen.checks[region]();
    if (regions.some((it) => /steady|prolonging/.test(it))) this.#clock.keepsToTimes(regions);
    await this.#page.evaluate(drawTwice);
    await seesDialogs();
  }

  /** A call for which one must be logged in, in the language in which the page is read from then on. */
  #switchLanguage(): Promise<void> {
    return this.visitor.read(this.visitor.locale === 'de' ? 'en' : 'de');
  }

  // Calls of this window

  async #succeed(event: { actorId: string; output: unknown; found?: WorldStep['found'] }): Promise<void> {
    const place = event.actorId.split('.').at(-1)!;
    if (place === 'claiming') return event.output ? letClaim(this.#page, 'granted') : this.#letOtherClaim();
    const name = callOf[place]!;
    await this.#calls.asked(name);
    if (name === 'getUser') await this.#server.become(event.found!);
    else await this.#server.live();
    if (name === 'logout') return this.#logOutEverywhere();
    const response = await this.#calls.letGo(name);
    expect(response.ok()).toBe(true);
    if (name === 'eraseSession') await this.#server.follow();
    if (name === 'getUser') await this.#learn(response);
    if (name === 'prolongSession') {
      await this.#learn(response);
      await this.#isProlonged();
    }
  }

  async #fail({ actorId, error }: { actorId: string; error: unknown }): Promise<void> {
    const place = actorId.split('.').at(-1)!;
    if (place === 'claiming') return claimInVain(this.#page);
    const name = callOf[place]!;
    await this.#calls.asked(name);
    if ((error as { code: string }).code === 'status-conflict') {
      await this.#server.pay();
      expect((await this.#calls.letGo(name)).status()).toBe(409);
      return;
    }
    await this.#calls.lose(name);
    if (place === 'unknown') await this.#loseEarlyRead();
  }

  /** The head of the page asks before its script does; without an answer the script asks once more. */
  async #loseEarlyRead(): Promise<void> {
    const isSeen = () => this.#page.getByText(this.visitor.text('account:failed')).isVisible();
    await eventually(async () => {
      if (await isSeen()) return true;
      await this.#calls.lose('getUser');
      return false;
    }, true);
  }

  async #learn(response: Response): Promise<void> {
    const { user } = (await response.json()) as { user: (SessionTimes & { person: string | null }) | null };
    if (!user) {
      this.#clock.ends = null;
      return;
    }
    this.#screen.isAnonymous = user.person === null;
    this.#clock.keepTimes(user);
  }

  /** The server has prolonged the session, and the other windows know it. */
  async #isProlonged(): Promise<void> {
    const { expires, sessionExpiration, answeredAt } = (await this.#server.user())!;
    const full = Date.parse(answeredAt) + 30 * MINUTE_MS;
    const least = Math.min(full - MINUTE_MS, Date.parse(sessionExpiration));
    expect(Date.parse(expires)).toBeGreaterThanOrEqual(least);
    await hears(this.#page, 'session.prolonged');
  }

  // Other windows of the browser

  async #openBeside(): Promise<Page> {
    const page = await this.visitor.watched.context.newPage();
    await page.goto(hrefOf.account(this.visitor.locale));
    await settle(page);
    return page;
  }

  async #logInBeside(): Promise<void> {
    const page = await this.visitor.watched.context.newPage();
    await leadToLogin(page);
    await page.waitForURL(/\/login\//);
    await page.locator(`button[name="choice"][value="${PERSON}"]`).click();
    await page.waitForURL(/done=login/);
    await hears(this.#page, 'session.renewed');
    await page.close();
    await this.#server.follow();
    this.#screen.isAnonymous = false;
  }

  /** Opening a page is a use. */
  async #useBeside(): Promise<void> {
    await this.#server.rest();
    const page = await this.visitor.watched.context.newPage();
    const prolonged = page.waitForResponse((it) => isCall('prolongSession')(it.request()));
    await page.goto(hrefOf.account(this.visitor.locale));
    await this.#learn(await prolonged);
    await hears(this.#page, 'session.prolonged');
    await page.close();
  }

  async #logOutBeside(): Promise<void> {
    await this.#server.live();
    const page = await this.#openBeside();
    await this.#screen.logOut(page);
    await hears(this.#page, 'session.ended');
    await page.close();
    await this.#server.follow();
    expect(await this.#server.user()).toBeNull();
  }

  async #eraseBeside(): Promise<void> {
    await this.#server.live();
    const page = await this.#openBeside();
    await page.getByRole('button', { name: this.visitor.text('common:account.end'), exact: true }).click();
    await this.#screen.dialog(page).waitFor();
    await this.#screen.confirm(page);
    await hears(this.#page, 'session.ended');
    await page.close();
    await this.#server.follow();
  }

  /** The other window of the browser does not go on either. */
  async #logOutEverywhere(): Promise<void> {
    const beside = await this.#openBeside();
    await this.#screen.seesPerson(beside);
    expect((await this.#calls.letGo('logout')).ok()).toBe(true);
    expect(await this.#server.user()).toBeNull();
    await this.#server.follow();
    await beside.locator('.sp-menu__name').waitFor({ state: 'detached' });
    await beside.locator('.sp-header__account .sp-menu--login').waitFor();
    await beside.close();
  }

  // Choice of the window that announces the end

  /** The other window has asked first, and announces it. */
  async #letOtherClaim(): Promise<void> {
    const beside = await this.#openBeside();
    await this.#screen.seesEnd(beside);
    this.#clock.announced = this.#clock.ends!.name;
    await letClaim(this.#page, 'refused');
    await beside.close();
  }
}
