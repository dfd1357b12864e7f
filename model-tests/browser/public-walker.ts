import type { EventObject } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import type { Answer } from '../paths/walk.ts';
import { driveClock, hasTimer, passTime } from './driven-clock.ts';
import { takenUp } from './public-visitor.ts';
import { Visitor } from './visitor.ts';
import { pictureOf, type Stage } from './walk-paths.ts';

/** Timers of the flows of public pages wait for the path, however short they are. */
const LEAST_MS = 100;

/** A person at a public page, whose clock moves by the path alone. */
export abstract class PublicWalker {
  readonly #stage: Stage;
  readonly #hrefIn: (locale: Locale) => string;
  readonly #leastMs: number;
  visitor!: Visitor;

  /** @param leastMs shorter timers run on by themselves */
  constructor(stage: Stage, hrefIn: (locale: Locale) => string, leastMs = LEAST_MS) {
    this.#stage = stage;
    this.#hrefIn = hrefIn;
    this.#leastMs = leastMs;
  }

  protected get page() {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    await driveClock(this.visitor.watched.context, this.#leastMs);
    await this.prepare();
    await this.page.goto(this.#hrefIn(locale));
    await takenUp(this.page);
  }

  /** Prepares the window before the page is opened. */
  protected abstract prepare(): Promise<void>;

  async end(): Promise<void> {
    await this.visitor.leave();
  }

  /** Saves a picture of where a path failed. */
  async keep(name: string): Promise<void> {
    await this.page.screenshot({ path: pictureOf(name) });
  }

  /** Follows a link to another page, as one in a text. */
  protected follow(href: string): Promise<void> {
    return this.page.evaluate((address) => {
      const link = Object.assign(document.createElement('a'), { href: address });
      document.body.append(link);
      link.click();
      link.remove();
    }, href);
  }

  /** Time passes until the timer is due, and not before. */
  protected async passUntilDue(ms: number, early: () => Promise<void>): Promise<void> {
    await hasTimer(this.page, ms);
    await passTime(this.page, ms - 1);
    await early();
    await passTime(this.page, 1);
  }
}

/** Makes a handler of an action of the person or the server. */
export const does =
  <E extends EventObject>(act: (event: E) => Promise<unknown>) =>
  async (event: E): Promise<Answer> => {
    await act(event);
    return 'accepted';
  };
