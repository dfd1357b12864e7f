import type { BrowserContext } from 'playwright';
import { expect } from 'vitest';
import type { SessionUser } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import type { AnnouncementGate } from '../http/announcement-gate.ts';
import { complete, fillIn, settled } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import type { Portal } from '../http/portal.ts';
import type { Found } from './session-world.ts';
import type { Stage } from './walk-paths.ts';

export const PERSON: LoginChoice = 'thomsen:Benutzername';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The limits of an installation (spec section 9). */
const IDLE_MS = 30 * MINUTE_MS;
/** The server notes one use a minute. */
const NOTED_AGAIN_MS = MINUTE_MS + 1_000;
const LATE_MS = 1.5 * MINUTE_MS;
const VERY_LATE_MS = 0.5 * MINUTE_MS;
/** A little before it is announced. */
const BEFORE_NEAR_END_MS = 5.25 * MINUTE_MS;
const NEAR_END_MS = 3 * MINUTE_MS;

export type SessionStage = Stage & { gate: AnnouncementGate };

/**
 * The session of a browser as the server holds it. Real causes bring it into the state that the path needs: time, other
 * windows of the browser, and other devices of the person.
 */
export class SessionServer {
  readonly #portal: Portal;
  readonly #gate: AnnouncementGate;
  readonly #context: BrowserContext;
  /** Another window of the browser, without a screen. */
  #window: PortalClient;
  /** Time that has passed for the window that is watched, but not here yet: the path decides what happens meanwhile. */
  #owedMs = 0;

  constructor({ portal, gate }: SessionStage, context: BrowserContext) {
    this.#portal = portal;
    this.#gate = gate;
    this.#context = context;
    this.#window = portal.client();
  }

  /** Notes time that has passed for the window; the server makes up for it later. */
  pass(ms: number): void {
    this.#owedMs += ms;
  }

  /** Takes the browser's cookies after a login or logout in one of its windows. */
  async follow(): Promise<void> {
    this.#owedMs = 0;
    this.#window = this.#portal.client();
    for (const { name, value } of await this.#context.cookies(this.#portal.url))
      this.#window.cookies.set(name, value);
  }

  /** Returns who, for the server, is at this browser. Asking changes nothing. */
  async user(): Promise<SessionUser | null> {
    return (await this.#window.call('getUser', {})).user;
  }

  /** Brings the session into the state that the next answer will report. */
  async become(found: Found): Promise<void> {
    const ways: Record<Found, () => Promise<unknown>> = {
      fresh: () => this.#beUsed(),
      anonymous: () => this.#beUsed('without an account'),
      unused: async () => {
        await this.#logIn();
        await this.#move(5 * MINUTE_MS);
      },
      late: () => this.#beLate(this.#owedMs, VERY_LATE_MS),
      lateNearEnd: async () => this.#beLate((await this.#left()).end - BEFORE_NEAR_END_MS, LATE_MS),
      nearEnd: () => this.#beNearEnd(),
      ended: () => this.endElsewhere(),
      expired: () => this.expire(),
    };
    await ways[found]();
    this.#owedMs = 0;
  }

  /** Lets the unused time pass. */
  async settle(): Promise<void> {
    await this.#move(this.#owedMs);
    this.#owedMs = 0;
  }

  /** The window that is watched can use it: it has not run out meanwhile. */
  async live(): Promise<void> {
    await this.#moveInUse(this.#owedMs);
    this.#owedMs = 0;
  }

  /** The next use of it will be noted. */
  async rest(): Promise<void> {
    await this.live();
    const { fetchedTimestamp, answeredAt } = (await this.user())!;
    const rest = NOTED_AGAIN_MS - (Date.parse(answeredAt) - Date.parse(fetchedTimestamp));
    if (rest > 0) await this.#move(rest);
  }

  /** Lets the session expire without use. */
  async expire(): Promise<void> {
    if (await this.user()) {
      const { idle } = await this.#left();
      await this.#move(Math.max(this.#owedMs, idle + 1_000));
    }
    this.#owedMs = 0;
    expect(await this.user()).toBeNull();
  }

  /** The person ends it: on another device, or without an account in another window. */
  async endElsewhere(): Promise<void> {
    await this.live();
    const user = await this.user();
    if (!user) return;
    if (user.person === null) {
      await this.#window.call('eraseSession', { query: { lang: 'de' } });
      await this.#share();
    } else {
      const device = this.#portal.client();
      await device.logIn(PERSON);
      for (const { id, isThis } of await device.call('listLogins', {})) {
        if (!isThis) await device.call('endLogin', { params: { id } });
      }
      await device.call('logout', {});
    }
    expect(await this.user()).toBeNull();
  }

  /** An application of the session is paid, and the delivery service refuses it. */
  async pay(): Promise<void> {
    const { id } = await fillIn(this.#window, 'fischereischein', { change: { duration: 'five' } });
    const { version } = await complete(this.#window, id);
    const params = { processId: id };
    const { redirectUrl } = await this.#window.call('startPayment', { params, body: { version } });
    await this.#portal.partners.payment.control({
      action: 'settle',
      transactionId: new URL(redirectUrl!).pathname.split('/').at(-1)!,
      outcome: 'PAYED',
      method: 'PAYPAL',
    });
    await this.#window.call('checkPayment', { params });
    const { messageId } = await this.#window.call('getProcess', { params: { id }, query: {} });
    await this.#gate.arrived(messageId!);
    await this.#gate.decide(messageId!, 'refuse');
    await settled(this.#window, id);
  }

  /** The consequences of ending the session. */
  review(lang: Locale) {
    return this.#window.call('reviewEnding', { query: { lang } });
  }

  async #logIn(): Promise<void> {
    await this.#window.logIn(PERSON);
    await this.#share();
  }

  async #beUsed(how?: 'without an account'): Promise<void> {
    if (await this.user()) {
      await this.live();
      await this.#window.call('prolongSession', {});
    } else if (how) {
      await this.#window.call('openPseudo', { body: { locale: 'de' } });
      await fillIn(this.#window, 'hundesteuer');
      await this.#share();
    } else await this.#logIn();
  }

  /** Moves the clock so that the session is about to end by inactivity after this time. */
  async #beLate(ms: number, left: number): Promise<void> {
    const unused = IDLE_MS - left;
    await this.#moveInUse(ms - unused);
    await this.#window.call('prolongSession', {});
    await this.#move(unused);
  }

  async #beNearEnd(): Promise<void> {
    const { end } = await this.#left();
    await this.#moveInUse(Math.max(end - NEAR_END_MS, 0));
    await this.#window.call('prolongSession', {});
  }

  async #left(): Promise<{ idle: number; end: number }> {
    const { answeredAt, expires, sessionExpiration } = (await this.user())!;
    const until = (moment: string) => Date.parse(moment) - Date.parse(answeredAt);
    return { idle: until(expires), end: until(sessionExpiration) };
  }

  #move(ms: number): Promise<void> {
    return this.#portal.passDays(ms / DAY_MS);
  }

  /** Time passes in which another window is used. */
  async #moveInUse(ms: number): Promise<void> {
    let rest = ms;
    while (rest > 0) {
      const { idle } = (await this.user()) ? await this.#left() : { idle: rest + 1_000 };
      const step = Math.min(rest, idle - 1_000);
      expect(step, 'a use has prolonged it').toBeGreaterThan(0);
      await this.#move(step);
      rest -= step;
      if (rest > 0) await this.#window.call('prolongSession', {});
    }
  }

  /** The windows of a browser have the same cookies. */
  async #share(): Promise<void> {
    for (const { name } of await this.#context.cookies(this.#portal.url)) {
      if (!this.#window.cookies.has(name)) await this.#context.clearCookies({ name });
    }
    const cookies = [...this.#window.cookies].map(([name, value]) => ({
      name,
      value,
      url: this.#portal.url,
    }));
    await this.#context.addCookies(cookies);
  }
}
