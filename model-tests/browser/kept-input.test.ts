import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { deleteDrafts } from '../http/applications.ts';
import { clockedServer, type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { leadToLogin } from './login-window.ts';
import { Visitor } from './visitor.ts';

/** Typed input that survives everything that happens to the session; the tests set the clocks of server and browser. */
const OLD = 'Hinrich Heinrich';
/** Typed last: not older than a second when it happens. */
const NEW = ' Johann';
const PERSON: LoginChoice = 'thomsen:Benutzername';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let browser: Browser;
let portal: Portal;
const lost: string[] = [];
const wakes: number[] = [];

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal({ script: clockedServer })]);
});
afterAll(async () => {
  console.log(`characters lost, older than a second + newer: ${lost.join('; ')}`);
  const sorted = wakes.toSorted((one, other) => one - other);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  console.log(`from waking to the right state: p95 ${Math.round(p95)} ms of ${sorted.length}`);
  await closeWindows();
  await portal?.close();
});

type Scene = { visitor: Visitor; page: Page; isAnonymous: boolean };
const field = ({ page }: Pick<Scene, 'page'>) => page.locator('#field-givenName');
/** Logs the person in again, in a separate window. */
async function logInAgain({ visitor }: Scene): Promise<void> {
  const login = await visitor.watched.context.newPage();
  await leadToLogin(login);
  await login.locator(`button[name="choice"][value="${PERSON}"]`).click();
  await login.getByRole('heading', { name: visitor.text('redirect:login.done') }).waitFor();
  await login.close();
}
const dismiss = async ({ visitor, page, isAnonymous }: Scene) => {
  await page.getByRole('dialog').getByText(visitor.text('common:expired.text')).waitFor();
  await visitor.button(isAnonymous ? 'common:expired.understood' : 'common:expired.stay').click();
  expect(await page.content(), 'whoever comes next reads nothing').not.toContain(OLD);
  await visitor.button('ending:look.show').click();
};

/** The device sleeps: its timers stop, both clocks go on. */
async function sleep({ visitor, page }: Scene, ms: number): Promise<void> {
  await portal.passDays(ms / DAY_MS);
  const began = performance.now();
  await visitor.watched.context.clock.fastForward(ms);
  const isOver = ms > 30 * MINUTE_MS;
  if (isOver) await page.getByRole('dialog').waitFor();
  else await field({ page }).waitFor();
  wakes.push(performance.now() - began);
}

type Event = {
  name: string;
  /** Happens right after the last keystroke. */
  happen: (scene: Scene) => Promise<void>;
  /** The session ends with it: without an account, the application is over. */
  ends: boolean;
};
const events: readonly Event[] = [
  { name: 'sleep of 3 s', happen: (scene) => sleep(scene, 3_000), ends: false },
  { name: 'sleep of 10 min', happen: (scene) => sleep(scene, 10 * MINUTE_MS), ends: false },
  {
    name: 'sleep of 8 h',
    happen: async (scene) => {
      await sleep(scene, 8 * 60 * MINUTE_MS);
      await dismiss(scene);
      if (!scene.isAnonymous) await logInAgain(scene);
    },
    ends: true,
  },
  {
    name: '401 during a save',
    happen: async (scene) => {
      await (await scene.visitor.otherWindow(portal)).call('logout', {});
      await dismiss(scene);
      if (!scene.isAnonymous) await logInAgain(scene);
    },
    ends: true,
  },
  {
    name: 'no network',
    happen: async ({ visitor, page }) => {
      await visitor.watched.context.setOffline(true);
      await page.locator('.sp-save-state--offline').waitFor();
      await visitor.watched.context.setOffline(false);
    },
    ends: false,
  },
  {
    name: 'language switch',
    happen: async ({ visitor }) => visitor.read('en'),
    ends: false,
  },
  {
    name: 'step up',
    happen: async (scene) => {
      const { visitor } = scene;
      const login = await visitor.watched.context.newPage();
      await leadToLogin(login, '&trustLevel=substantial');
      await login.locator('button[name="choice"][value="thomsen:Elster"]').click();
      await login.getByRole('heading', { name: visitor.text('redirect:login.done') }).waitFor();
      await login.close();
    },
    ends: false,
  },
  {
    name: 'take-over by another window',
    happen: async ({ visitor, page }) => {
      const other = await visitor.watched.context.newPage();
      await other.goto(page.url());
      const activate = visitor.text('application:windows.activate');
      await other.getByRole('button', { name: activate }).click();
      await page.getByText(visitor.text('application:windows.takenOver.window')).waitFor();
      await other.locator('#field-givenName:enabled').waitFor();
      await eventually(() => other.locator('#field-givenName').inputValue(), OLD + NEW);
      await other.close();
    },
    ends: false,
  },
  {
    name: 'logout elsewhere',
    happen: async (scene) => {
      const { visitor, page } = scene;
      const other = await visitor.watched.context.newPage();
      await other.goto('/nutzerkonto');
      await other.locator('.sp-header__account summary').click();
      await other
        .locator('.sp-header__account')
        .getByRole('button', { name: visitor.text('common:account.logout') })
        .click();
      await visitor.sees('ending:session.elsewhere');
      expect(await page.content()).not.toContain(OLD);
      await other.close();
      await logInAgain(scene);
    },
    ends: false,
  },
];

describe.each([false, true])('what was typed, without an account: %s', (isAnonymous) => {
  // Without an account there is no logout: ending means deleting.
  const possible = events.filter(({ name }) => !isAnonymous || name !== 'logout elsewhere');
  it.each(possible)('survives $name', async ({ name, happen, ends }) => {
    const visitor = await Visitor.arrive(browser, portal.url);
    const { page } = visitor;
    await visitor.watched.context.clock.install();
    const scene = { visitor, page, isAnonymous };
    try {
      if (isAnonymous) await visitor.startAnonymously('hundesteuer');
      else await visitor.startWithAccount('hundesteuer', PERSON);
      await Promise.all([page.waitForResponse(/\/progress/), field(scene).fill(OLD)]);
      await field(scene).press('End');
      await page.keyboard.type(NEW);
      await happen(scene);
      await eventually(() => field(scene).inputValue(), OLD + NEW);
      if (isAnonymous && ends) {
        lost.push(`${name}, without an account: 0 on the screen`);
        return;
      }
      await visitor.watched.context.clock.runFor(5_000);
      await page.waitForFunction(() =>
        document.querySelector('.sp-save-state--saved, .sp-save-state--notKept'),
      );
      await visitor.watched.quiet();
      await page.reload();
      const kept = await field(scene).inputValue();
      expect(kept.startsWith(OLD), 'nothing older than a second is lost').toBe(true);
      lost.push(
        `${name}${isAnonymous ? ', without an account' : ''}: 0 + ${(OLD + NEW).length - kept.length}`,
      );
    } finally {
      await deleteDrafts(await visitor.otherWindow(portal));
      await visitor.leave();
    }
  });
});
