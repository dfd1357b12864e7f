import type { BrowserContext, Page } from 'playwright';
import { eventually } from './eventually.ts';

type DrivenClock = { pass(ms: number): void; sleep(ms: number): void; waits(ms: number): boolean };
declare global {
  interface Window {
    drivenClock: DrivenClock;
  }
}

/** Runs in the page. Timers shorter than `least` ms belong to the screen and run on. */
function install({ start, least }: { start: number; least: number }): void {
  const { setTimeout, setInterval, clearTimeout, clearInterval, Date: RealDate } = window;
  const waiting = new Map<number, { at: number; every: number | null; act: () => void }>();
  let date = start;
  let elapsed = 0;
  let lastId = 1e9;

  const keep = (act: () => void, ms: number, every: number | null): number => {
    lastId += 1;
    waiting.set(lastId, { at: elapsed + ms, every, act });
    return lastId;
  };
  type Act = (...given: unknown[]) => void;
  const timers: Record<string, unknown> = {
    setTimeout: (act: Act, ms = 0, ...given: unknown[]) =>
      ms < least ? setTimeout(act, ms, ...given) : keep(() => act(...given), ms, null),
    setInterval: (act: Act, ms = 0, ...given: unknown[]) =>
      ms < least ? setInterval(act, ms, ...given) : keep(() => act(...given), ms, ms),
    clearTimeout: (id: number) => waiting.delete(id) || clearTimeout(id),
    clearInterval: (id: number) => waiting.delete(id) || clearInterval(id),
  };
  Object.assign(window, timers);
  window.Date = new Proxy(RealDate, {
    construct: (target, given) =>
      Reflect.construct(target, given.length > 0 ? given : [date]) as InstanceType<DateConstructor>,
    get: (target, name) => (name === 'now' ? () => date : Reflect.get(target, name)),
  });

  window.drivenClock = {
    pass: (ms) => {
      const end = elapsed + ms;
      const due = () => [...waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      const goTo = (moment: number) => {
        date += moment - elapsed;
        elapsed = moment;
      };
      for (let next = due(); next; next = due()) {
        const [id, timer] = next;
        goTo(timer.at);
        if (timer.every === null) waiting.delete(id);
        else timer.at += timer.every;
        timer.act();
      }
      goTo(end);
    },
    sleep: (ms) => {
      date += ms;
    },
    waits: (ms) => [...waiting.values()].some(({ at }) => at === elapsed + ms),
  };
}

/**
 * The clock of a page stands still, and its timers wait until the test lets time pass.
 * @param least shorter timers run on, ms
 */
export const driveClock = (context: BrowserContext, least = 1_000): Promise<unknown> =>
  context.addInitScript(install, { start: Date.now(), least });

/** Time passes, and the timers that are due meanwhile fire in their order. */
export const passTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => window.drivenClock.pass(time), ms);

/**
 * Waits until the page has a timer that is due in so many ms: a page that has just got an answer starts the pause after
 * it a moment later.
 */
export const hasTimer = (page: Page, ms: number): Promise<void> =>
  eventually(() => page.evaluate((time) => window.drivenClock.waits(time), ms), true);

/** Waits for a timer that is due in so many ms, and fires it. */
export async function letPass(page: Page, ms: number): Promise<void> {
  await hasTimer(page, ms);
  await passTime(page, ms);
}

/** The device sleeps and wakes: its timers have stood still, its clock has not. */
export async function sleepAndWake(page: Page, ms: number): Promise<void> {
  await page.evaluate((time) => window.drivenClock.sleep(time), ms - 1_000);
  await passTime(page, 1_000);
}
