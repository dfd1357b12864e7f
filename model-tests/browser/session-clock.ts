import { expect } from 'vitest';
import type { SessionTimes } from '#contract/auth.ts';
import { passTime } from './driven-clock.ts';
import type { SessionServer } from './session-server.ts';
import { PATIENCE_MS, RETRY_MS } from './session-world.ts';
import type { Visitor } from './visitor.ts';

export const MINUTE_MS = 60_000;
const END_WARNING_MS = 5 * MINUTE_MS;
const IDLE_REMINDER_MS = 5 * MINUTE_MS;
const SLACK_MS = 1_500;

/** Ends of the session by the clock of the window, and the server's name for the absolute one. */
type Ends = { idle: number; absolute: number; name: string };

/** The clock of one window, and the moments of its session by that clock. */
export class SessionClock {
  readonly #visitor: Visitor;
  readonly #server: SessionServer;
  /** Time since the window was opened. */
  now = 0;
  ends: Ends | null = null;
  /** The end whose announcement was read, here or in another window. */
  announced: string | null = null;

  constructor(visitor: Visitor, server: SessionServer) {
    this.#visitor = visitor;
    this.#server = server;
  }

  moveOn(ms: number): void {
    this.now += ms;
    this.#server.pass(ms);
  }

  async pass(ms: number): Promise<void> {
    this.moveOn(ms);
    await passTime(this.#visitor.page, ms);
  }

  async wait({ type }: { type: string }): Promise<void> {
    if (type.includes('untilRetry')) return this.pass(RETRY_MS);
    if (type.includes('untilGivenUp')) return this.pass(PATIENCE_MS);
    const { idle, absolute } = this.ends!;
    const moments = [
      ...(idle < absolute ? [idle - IDLE_REMINDER_MS, idle - MINUTE_MS] : []),
      absolute - END_WARNING_MS,
      Math.min(idle, absolute) + SLACK_MS,
    ];
    await this.pass(Math.min(...moments.filter((moment) => moment > this.now)) - this.now);
  }

  keepTimes({ expires, sessionExpiration, answeredAt }: SessionTimes): void {
    const here = (moment: string) => this.now + Date.parse(moment) - Date.parse(answeredAt);
    this.ends = { idle: here(expires), absolute: here(sessionExpiration), name: sessionExpiration };
  }

  /** The login ends in time, and the person has received each necessary warning once, in order. */
  keepsToTimes(regions: readonly string[]): void {
    const { idle, absolute, name } = this.ends!;
    expect(this.now, 'logged in after the end').toBeLessThan(Math.min(idle, absolute) + SLACK_MS);
    const isAsked = idle < absolute && this.now >= idle - MINUTE_MS;
    const isTold = !isAsked && this.now >= absolute - END_WARNING_MS && this.announced !== name;
    const warned = regions.filter((region) => region.startsWith('loggedIn.warning.'));
    const isReminded = idle < absolute && this.now >= idle - IDLE_REMINDER_MS;
    const otherwise = isReminded ? ['reminding'] : ['none'];
    const expected = isAsked ? ['asking'] : isTold ? ['claiming', 'announcing'] : otherwise;
    expect(expected.map((it) => `loggedIn.warning.${it}`)).toEqual(expect.arrayContaining(warned));
  }
}
