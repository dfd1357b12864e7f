import type { Locator, Page, Response, Route } from 'playwright';
import { expect } from 'vitest';
import type { SessionTimes } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { driveClock, passTime, sleepAndWake } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { leadToLogin } from './login-window.ts';
import { PERSON, SessionServer, type SessionStage } from './session-server.ts';
import { PATIENCE_MS, RETRY_MS, SLEEP_MS, type WorldStep } from './session-world.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf } from './walk-paths.ts';

/** One region of the machine; all regions together are the state of a window. */
type Region =
  | 'unknown'
  | 'unreachable'
  | 'loggedOut'
  | 'leftElsewhere'
  | 'renewing'
  | `loggedIn.validity.${'steady' | 'reading' | 'prolonging'}`
  | `loggedIn.warning.${'none' | 'reminding' | 'asking' | 'claiming' | 'announcing'}`
  | `loggedIn.departure.${'staying' | 'leaving' | 'previewing' | 'confirming' | 'confirmingPaid' | 'ending' | 'failed' | 'leavingUnanswered' | 'endingUnanswered'}`
  | `expired.${'noticed' | 'acknowledged'}`
  | 'erased';

const heldCalls = ['getUser', 'prolongSession', 'logout', 'reviewEnding', 'eraseSession'] as const;
type HeldCall = (typeof heldCalls)[number];
const callOf: Record<string, HeldCall> = {
  unknown: 'getUser',
  renewing: 'getUser',
  reading: 'getUser',
  prolonging: 'prolongSession',
  leaving: 'logout',
  previewing: 'reviewEnding',
  ending: 'eraseSession',
};

const MINUTE_MS = 60_000;
const END_WARNING_MS = 5 * MINUTE_MS;
const IDLE_NOTICE_MS = 5 * MINUTE_MS;
const SLACK_MS = 1_500;
const SETTLED_MS = 1_000;
/** For this long after a full minute, the clock counts as being at it. */
const JUST_MS = 2_000;

type ClaimEnd = 'granted' | 'refused' | 'failed';

/** Ends of the session by the clock of the window, and the server's name for the absolute one. */
type Ends = { idle: number; absolute: number; name: string };

/**
 * A person at the personal area in one window of a browser; other windows of it are opened where the path says that
 * something happens there. Clocks move by the path alone, and the answers of the server wait for it.
 */
export class SessionWalker implements PathWalker<WorldStep, string> {
  readonly #stage: SessionStage;
  visitor!: Visitor;
  #server!: SessionServer;
  readonly #held = new Map<HeldCall, Route>();
  /** The clock of the window, from when it was opened. */
  #now = 0;
  #ends: Ends | null = null;
  #isAnonymous = false;
  /** The end whose announcement was read, here or in another window. */
  #announced: string | null = null;

  constructor(stage: SessionStage) {
    this.#stage = stage;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  /** The quiet notice of the coming end. */
  get #notice(): Locator {
    return this.#page.locator('.sp-coming-end__text');
  }

  get #bar(): Locator {
    return this.#page.locator('.sp-header__account');
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    this.#server = new SessionServer(this.#stage, context);
    await driveClock(context);
    await this.#page.addInitScript(listenAndHold);
    await this.#page.route('**/api/auth/**', (route) => this.#hold(route));
    this.#page.on('requestfailed', (request) => {
      for (const [name, route] of this.#held) if (route.request() === request) this.#held.delete(name);
    });
    await this.#page.goto(hrefOf.account(locale), { waitUntil: 'domcontentloaded' });
    await settle(this.#page);
    this.#moveOn(SETTLED_MS);
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
        await this.#pass(after);
        await this.#switchLanguage();
      }),
      'clock.woke': handler(async ({ sleep = 'a moment' }) => {
        const ms = SLEEP_MS[sleep];
        this.#moveOn(ms);
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
        this.#announced = this.#ends!.name;
        await this.visitor.button('ending:warning.end.ok').click();
      }),
      'logout.requested': handler(async () => {
        const again = this.visitor.button('ending:tryAgain');
        await ((await again.isVisible()) ? again.click() : this.#logOut(this.#page));
      }),
      'logout.dismissed': press('ending:confirm.cancel'),
      'ending.requested': handler(async () => {
        const again = this.visitor.button('ending:tryAgain');
        await ((await again.isVisible()) ? again : this.visitor.button('common:account.end')).click();
      }),
      'consent.changed': handler(({ agreed }) => this.#consentIn(this.#page).setChecked(agreed)),
      'ending.confirmed': handler(() => this.#confirm()),
      'ending.dismissed': press('ending:confirm.cancel'),
      'notice.dismissed': handler(() => this.#dismiss()),
      'xstate.done': handler((event) => this.#succeed(event)),
      'xstate.error': handler((event) => this.#fail(event)),
      'xstate.after': handler((event) => this.#wait(event)),
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
    await eventually(async () => [...this.#held.keys()].toSorted(), awaited.toSorted());
    const isAsked = regions.some((region) =>
      /asking|announcing|confirming|failed|ending|Unanswered|noticed/.test(region),
    );
    const seesDialogs = () => eventually(() => this.#dialog().count(), isAsked ? 1 : 0);
    await seesDialogs();
    await eventually(
      async () => (await this.#waitingClaims()) > 0,
      regions.some((it) => /claiming/.test(it)),
    );
    for (const region of regions) await this.#checks[region]();
    if (regions.some((it) => /steady|prolonging/.test(it))) this.#keepsToTimes(regions);
    await this.#page.evaluate(drawTwice);
    await seesDialogs();
  }

  /** The login ends in time, and the person has received each necessary warning once, in order. */
  #keepsToTimes(regions: readonly Region[]): void {
    const { idle, absolute, name } = this.#ends!;
    expect(this.#now, 'logged in after the end').toBeLessThan(Math.min(idle, absolute) + SLACK_MS);
    const isAsked = idle < absolute && this.#now >= idle - MINUTE_MS;
    const isTold = !isAsked && this.#now >= absolute - END_WARNING_MS && this.#announced !== name;
    const warned = regions.filter((region) => region.startsWith('loggedIn.warning.'));
    const isReminded = idle < absolute && this.#now >= idle - IDLE_NOTICE_MS;
    const otherwise = isReminded ? ['reminding'] : ['none'];
    const expected = isAsked ? ['asking'] : isTold ? ['claiming', 'announcing'] : otherwise;
    expect(expected.map((it) => `loggedIn.warning.${it}`)).toEqual(expect.arrayContaining(warned));
  }

  readonly #checks: Record<Region, () => Promise<void>> = {
    unknown: () => this.#seesNobody(),
    unreachable: async () => {
      await this.#page.getByText(this.visitor.text('account:failed')).waitFor();
      await this.#seesNobody();
    },
    loggedOut: () => this.#seesLoggedOut(),
    leftElsewhere: () => this.#seesLoggedOut(),
    renewing: () => this.#seesNobody(),
    'loggedIn.validity.steady': () => this.#seesOwn(),
    'loggedIn.validity.reading': () => this.#seesOwn(),
    'loggedIn.validity.prolonging': () => this.#seesOwn(),
    'loggedIn.warning.none': () => this.#notice.waitFor({ state: 'detached' }),
    'loggedIn.warning.reminding': () => this.#notice.waitFor(),
    'loggedIn.warning.claiming': () => Promise.resolve(),
    'loggedIn.warning.asking': () => this.#seesCountdown(),
    'loggedIn.warning.announcing': () => this.#seesEnd(this.#page),
    'loggedIn.departure.staying': () => Promise.resolve(),
    'loggedIn.departure.leaving': () => this.#isBusy(this.#bar, 'common:account.logout'),
    'loggedIn.departure.previewing': () => this.#isBusy(this.#bar, 'common:account.end'),
    'loggedIn.departure.confirming': () => this.#seesQuestion('confirm.title'),
    'loggedIn.departure.confirmingPaid': () => this.#seesQuestion('paid.title'),
    'loggedIn.departure.ending': () => this.#dialog().locator('button[aria-disabled=true]').waitFor(),
    'loggedIn.departure.failed': () => this.#dialog().getByText(this.#text('failed.title')).waitFor(),
    'loggedIn.departure.leavingUnanswered': () =>
      this.#dialog().getByText(this.#text('logout.title')).waitFor(),
    'loggedIn.departure.endingUnanswered': () =>
      this.#dialog().getByText(this.#text('unanswered.title')).waitFor(),
    'expired.noticed': async () => {
      await this.#dialog().getByText(this.visitor.text('common:expired.text')).waitFor();
      await this.#seesExpired();
      await this.#server.settle();
      expect(await this.#server.user()).toBeNull();
    },
    'expired.acknowledged': () => this.#seesExpired(),
    erased: async () => {
      await this.#page.locator('.sp-session-end').getByText(this.#text('done.title')).waitFor();
      expect(await this.#server.user()).toBeNull();
      await this.#seesNobody();
    },
  };

  async #seesNobody(): Promise<void> {
    await this.#bar.locator('.sp-menu__name').waitFor({ state: 'detached' });
    await this.visitor.button('common:account.end').waitFor({ state: 'detached' });
  }

  async #seesLoggedOut(): Promise<void> {
    await this.#seesNobody();
    await this.#page.getByText(this.visitor.text('account:signedOut.contents')).waitFor();
    await this.#page.locator('.sp-session-end').waitFor({ state: 'detached' });
  }

  async #seesPerson(page = this.#page): Promise<void> {
    const bar = page.locator('.sp-header__account');
    if (this.#isAnonymous) await bar.getByText(this.visitor.text('common:account.end')).waitFor();
    else await bar.locator('.sp-menu__name').waitFor();
  }

  /** The lists are there: their answers are a use of the session as well, which must not come later. */
  async #seesOwn(): Promise<void> {
    await this.#seesPerson();
    await this.#page.locator('.sp-skeleton').first().waitFor({ state: 'detached' });
  }

  async #seesExpired(): Promise<void> {
    await this.#seesNobody();
    const end = this.#page.locator('.sp-session-end');
    await end.getByText(this.#text('session.expired')).waitFor();
    const provider = this.visitor.text('common:provider.nkb');
    await end.getByText(this.#text('account.open', { provider })).waitFor();
    await end.getByRole('link', { name: this.#text('account.link', { provider }) }).waitFor();
  }

  /** The seconds that are left by the times that the server has named last. */
  async #seesCountdown(): Promise<void> {
    const count = Math.ceil((this.#ends!.idle - this.#now) / 1_000);
    const told = count > 0 ? this.#text('warning.idle.text', { count }) : this.#text('warning.idle.over');
    await this.#dialog().locator('p', { hasText: told }).waitFor();
  }

  async #seesEnd(page: Page): Promise<void> {
    const dialog = page.locator('dialog[open]');
    await dialog.getByText(this.#text('warning.end.title')).waitFor();
    const minutes = Math.floor((this.#ends!.absolute - this.#now + JUST_MS) / MINUTE_MS);
    const told =
      minutes > 0 ? this.#text('warning.end.text', { count: minutes }) : this.#text('warning.end.less');
    await dialog.getByText(told).waitFor();
  }

  async #seesQuestion(title: string): Promise<void> {
    await this.#dialog()
      .getByRole('heading', { name: this.#text(title) })
      .waitFor();
    for (const { serviceName, fate } of await this.#server.review(this.visitor.locale)) {
      if (title === 'confirm.title' || fate === 'paid')
        await this.#dialog().getByText(serviceName).first().waitFor();
    }
  }

  #isBusy(place: Locator, key: string): Promise<void> {
    const button = place.getByRole('button', { name: this.visitor.text(key), exact: true });
    return button.and(this.#page.locator('[aria-disabled=true]')).waitFor();
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.visitor.text(`ending:${key}`, values);
  }

  #dialog(page = this.#page): Locator {
    return page.locator('dialog[open]');
  }

  // Actions of the person in this window

  /** A call for which one must be logged in, in the language in which the page is read from then on. */
  #switchLanguage(): Promise<void> {
    return this.visitor.read(this.visitor.locale === 'de' ? 'en' : 'de');
  }

  async #logOut(page: Page): Promise<void> {
    const bar = page.locator('.sp-header__account');
    await bar.locator('summary').click();
    await bar.getByRole('button', { name: this.visitor.text('common:account.logout') }).click();
  }

  /** Confirms the end. For a paid application it needs the consent, which only its own box gives. */
  async #confirm(page = this.#page): Promise<void> {
    const consent = this.#consentIn(page);
    const isPaid = await consent.isVisible();
    const isMissing = isPaid && !(await consent.isChecked());
    await this.#dialog(page)
      .getByRole('button', { name: this.#text(isPaid ? 'paid.ok' : 'confirm.ok') })
      .click();
    if (isMissing) await this.#dialog(page).getByText(this.#text('paid.missing')).waitFor();
  }

  #consentIn(page: Page): Locator {
    return this.#dialog(page).locator('input[type=checkbox]');
  }

  async #dismiss(): Promise<void> {
    const stay = this.visitor.button('common:expired.stay');
    await ((await stay.isVisible()) ? stay : this.visitor.button('ending:done.understood')).click();
  }

  // Time

  #moveOn(ms: number): void {
    this.#now += ms;
    this.#server.pass(ms);
  }

  async #pass(ms: number): Promise<void> {
    this.#moveOn(ms);
    await passTime(this.#page, ms);
  }

  async #wait({ type }: { type: string }): Promise<void> {
    if (type.includes('untilRetry')) return this.#pass(RETRY_MS);
    if (type.includes('untilGivenUp')) return this.#pass(PATIENCE_MS);
    const { idle, absolute } = this.#ends!;
    const moments = [
      ...(idle < absolute ? [idle - IDLE_NOTICE_MS, idle - MINUTE_MS] : []),
      absolute - END_WARNING_MS,
      Math.min(idle, absolute) + SLACK_MS,
    ];
    await this.#pass(Math.min(...moments.filter((moment) => moment > this.#now)) - this.#now);
  }

  // Calls of this window

  #hold(route: Route): Promise<void> | undefined {
    const name = heldCalls.find((it) => isCall(it)(route.request()));
    if (name === undefined) return route.continue();
    this.#held.set(name, route);
    return undefined;
  }

  async #asked(name: HeldCall): Promise<Route> {
    await eventually(() => this.#held.has(name), true);
    return this.#held.get(name)!;
  }

  async #letGo(name: HeldCall): Promise<Response> {
    const route = await this.#asked(name);
    this.#held.delete(name);
    const answered = this.#page.waitForResponse((it) => it.request() === route.request());
    await route.continue();
    return answered;
  }

  async #succeed(event: { actorId: string; output: unknown; found?: WorldStep['found'] }): Promise<void> {
    const place = event.actorId.split('.').at(-1)!;
    if (place === 'claiming') return event.output ? this.#letClaim('granted') : this.#letOtherClaim();
    const name = callOf[place]!;
    await this.#asked(name);
    if (name === 'getUser') await this.#server.become(event.found!);
    else await this.#server.live();
    if (name === 'logout') return this.#logOutEverywhere();
    const response = await this.#letGo(name);
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
    if (place === 'claiming') return this.#claimInVain();
    const name = callOf[place]!;
    const route = await this.#asked(name);
    if ((error as { code: string }).code === 'status-conflict') {
      await this.#server.pay();
      expect((await this.#letGo(name)).status()).toBe(409);
      return;
    }
    this.#held.delete(name);
    await route.abort('connectionfailed');
    if (place === 'unknown') await this.#loseEarlyRead();
  }

  /** The head of the page asks before its script does; without an answer the script asks once more. */
  async #loseEarlyRead(): Promise<void> {
    const isSeen = () => this.#page.getByText(this.visitor.text('account:failed')).isVisible();
    await eventually(async () => {
      if (await isSeen()) return true;
      const again = this.#held.get('getUser');
      this.#held.delete('getUser');
      await again?.abort('connectionfailed');
      return false;
    }, true);
  }

  async #learn(response: Response): Promise<void> {
    const { user } = (await response.json()) as { user: (SessionTimes & { person: string | null }) | null };
    if (!user) {
      this.#ends = null;
      return;
    }
    this.#isAnonymous = user.person === null;
    this.#keepTimes(user);
  }

  #keepTimes({ expires, sessionExpiration, answeredAt }: SessionTimes): void {
    const here = (moment: string) => this.#now + Date.parse(moment) - Date.parse(answeredAt);
    this.#ends = { idle: here(expires), absolute: here(sessionExpiration), name: sessionExpiration };
  }

  /** The server has prolonged the session, and the other windows know it. */
  async #isProlonged(): Promise<void> {
    const { expires, sessionExpiration, answeredAt } = (await this.#server.user())!;
    const full = Date.parse(answeredAt) + 30 * MINUTE_MS;
    const least = Math.min(full - MINUTE_MS, Date.parse(sessionExpiration));
    expect(Date.parse(expires)).toBeGreaterThanOrEqual(least);
    await this.#hears('session.prolonged');
  }

  // Other windows of the browser

  /** Waits until a message of this kind has passed between the windows since the last time. */
  async #hears(type: string): Promise<void> {
    const take = () =>
      this.#page.evaluate((kind) => {
        const at = window.heardMessages.indexOf(kind);
        return at >= 0 && window.heardMessages.splice(0, at + 1).length > 0;
      }, type);
    await eventually(take, true);
  }

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
    await this.#hears('session.renewed');
    await page.close();
    await this.#server.follow();
    this.#isAnonymous = false;
  }

  /** Opening a page is a use. */
  async #useBeside(): Promise<void> {
    await this.#server.rest();
    const page = await this.visitor.watched.context.newPage();
    const prolonged = page.waitForResponse((it) => isCall('prolongSession')(it.request()));
    await page.goto(hrefOf.account(this.visitor.locale));
    await this.#learn(await prolonged);
    await this.#hears('session.prolonged');
    await page.close();
  }

  async #logOutBeside(): Promise<void> {
    await this.#server.live();
    const page = await this.#openBeside();
    await this.#logOut(page);
    await this.#hears('session.ended');
    await page.close();
    await this.#server.follow();
    expect(await this.#server.user()).toBeNull();
  }

  async #eraseBeside(): Promise<void> {
    await this.#server.live();
    const page = await this.#openBeside();
    await page.getByRole('button', { name: this.visitor.text('common:account.end'), exact: true }).click();
    await this.#dialog(page).waitFor();
    await this.#confirm(page);
    await this.#hears('session.ended');
    await page.close();
    await this.#server.follow();
  }

  /** The other window of the browser does not go on either. */
  async #logOutEverywhere(): Promise<void> {
    const beside = await this.#openBeside();
    await this.#seesPerson(beside);
    expect((await this.#letGo('logout')).ok()).toBe(true);
    expect(await this.#server.user()).toBeNull();
    await this.#server.follow();
    await beside.locator('.sp-menu__name').waitFor({ state: 'detached' });
    await beside.locator('.sp-header__account .sp-menu--login').waitFor();
    await beside.close();
  }

  // Choice of the window that announces the end

  #waitingClaims(): Promise<number> {
    return this.#page.evaluate(() => window.heldClaims.filter(({ signal }) => !signal?.aborted).length);
  }

  /** Lets the question be answered, and checks that it ends like this. */
  async #letClaim(end: ClaimEnd): Promise<void> {
    const ends = await this.#page.evaluate(() =>
      Promise.all(window.heldClaims.splice(0).map(({ go }) => go())),
    );
    expect(ends.at(-1)).toBe(end);
  }

  /** The other window has asked first, and announces it. */
  async #letOtherClaim(): Promise<void> {
    const beside = await this.#openBeside();
    await this.#seesEnd(beside);
    this.#announced = this.#ends!.name;
    await this.#letClaim('refused');
    await beside.close();
  }

  /** Fills the storage that the windows use to coordinate, so that no space is left. */
  async #claimInVain(): Promise<void> {
    await this.#page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
          for (let n = 0; ; n += 1) localStorage.setItem(`full-${size}-${n}`, 'x'.repeat(size));
        } catch {}
      }
    });
    await this.#letClaim('failed');
  }
}

/** Waits until the page also shows its deferred parts. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.evaluate(drawTwice);
  await passTime(page, SETTLED_MS);
}

/** Runs in the page: waits until changes are on the screen. */
const drawTwice = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

declare global {
  interface Window {
    /** Kinds of the messages that passed between the windows. */
    heardMessages: string[];
    /** Questions which window announces the end; `go` lets one be answered. */
    heldClaims: { go: () => Promise<ClaimEnd>; signal: AbortSignal | undefined }[];
  }
}

/** Runs in the page: records messages between windows, and holds back the question which of them announces. */
function listenAndHold(): void {
  window.heardMessages = [];
  window.heldClaims = [];
  new BroadcastChannel('serviceportal').onmessage = ({ data }) => window.heardMessages.push(data.type);
  const { locks } = navigator;
  const request = locks.request.bind(locks) as (...given: unknown[]) => Promise<unknown>;
  const holding = (...given: unknown[]) =>
    new Promise((resolve, reject) => {
      const { signal } = given[1] as { signal?: AbortSignal };
      const grant = (isGranted: unknown): ClaimEnd => {
        resolve(isGranted);
        return isGranted === true ? 'granted' : 'refused';
      };
      const fail = (error: unknown): ClaimEnd => {
        reject(error);
        return 'failed';
      };
      const go = () => request(...given).then(grant, fail);
      window.heldClaims.push({ go, signal });
    });
  Object.assign(locks, { request: holding });
}
