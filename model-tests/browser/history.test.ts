import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';

/** The browser's Back, Forward and reload are interactions with an application like any other. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const promise = (name: string, keep: (visitor: Visitor) => Promise<void>) =>
  it(name, async () => {
    const visitor = await Visitor.arrive(browser, portal.url);
    try {
      await keep(visitor);
    } finally {
      await visitor.leave();
    }
  }, 1_200_000);

const stepOf = (address: string): string | null => new URL(address).searchParams.get('step');
const heading = ({ page }: Visitor) => page.locator('h1').textContent();

/** A history entry: the step that the address names, the heading, and the window's title. */
type Stop = { step: string | null; heading: string | null; title: string };
async function stop(visitor: Visitor, step: string): Promise<Stop> {
  const { page } = visitor;
  await eventually(async () => stepOf(page.url()), step);
  await page.locator('.sp-skeleton').first().waitFor({ state: 'detached' });
  await page.locator('h1').waitFor();
  return { step, heading: await heading(visitor), title: await page.title() };
}
const isAt = async (visitor: Visitor, { step, heading: text, title }: Stop) => {
  await eventually(async () => stepOf(visitor.page.url()), step);
  await eventually(() => heading(visitor), text);
  if (step?.startsWith('change.')) return;
  await eventually(() => visitor.page.title(), title);
};

/** The entries that the browser lists: the step of each and its title. */
async function listed({ page, watched }: Visitor): Promise<{ step: string | null; title: string }[]> {
  const browserOf = await watched.context.newCDPSession(page);
  const { entries } = await browserOf.send('Page.getNavigationHistory');
  await browserOf.detach();
  return entries.map(({ url, title }) => ({ step: stepOf(url), title }));
}

/** Fills in the form up to the summary and notes every stop from its first page on. */
async function walkToSummary(
  visitor: Visitor,
  service: 'hundesteuer' | 'bewohnerparkausweis' | 'meldebescheinigung',
) {
  const stops: Stop[] = [];
  await visitor.seesForm();
  const filler = visitor.filler(service);
  for (const panel of filler.pages) {
    await visitor.seesHeading(panel.title);
    stops.push(await stop(visitor, `page.${panel.key}`));
    await filler.fill(panel, visitor.locale);
    await visitor.next();
  }
  await visitor.page.locator('#correctness').waitFor();
  stops.push(await stop(visitor, 'summary'));
  return stops;
}

/** One line explains why the application does not go back; screen readers announce it. */
const tells = (visitor: Visitor, key: string): Promise<void> =>
  visitor.page.locator('[aria-live] .sp-toast', { hasText: visitor.text(key) }).waitFor();

async function reload(visitor: Visitor): Promise<void> {
  const accept = (dialog: { accept: () => Promise<void> }) => void dialog.accept();
  visitor.page.on('dialog', accept);
  await visitor.page.reload();
  visitor.page.off('dialog', accept);
}

describe.concurrent('the history of the browser', () => {
  promise('has a place for every step, which Back, Forward and reload lead to', async (visitor) => {
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    const stops = await walkToSummary(visitor, 'hundesteuer');
    expect(new Set(stops.map(({ title }) => title)).size, 'each has a title of its own').toBe(stops.length);
    for (const it of stops.slice(0, -1).reverse()) {
      await page.goBack();
      await isAt(visitor, it);
      expect(await page.evaluate(() => document.activeElement?.tagName), 'the heading has the focus').toBe(
        'H1',
      );
    }
    for (const it of stops.slice(1)) {
      await page.goForward();
      await isAt(visitor, it);
    }
    for (const it of stops.toReversed()) {
      await isAt(visitor, it);
      await reload(visitor);
      await isAt(visitor, it);
      expect(await page.title()).toBe(it.title);
      if (it !== stops[0]) await page.goBack();
    }
    for (const it of stops.slice(1)) {
      await page.goForward();
      await isAt(visitor, it);
    }
    await page.locator('#correctness').waitFor();
  });

  promise('is not lengthened by "back" in the page', async (visitor) => {
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    const [first, second] = await walkToSummary(visitor, 'hundesteuer');
    await page.goBack();
    const length = await page.evaluate(() => history.length);
    while (stepOf(page.url()) !== second!.step) {
      const before = stepOf(page.url());
      await visitor.button('application:back').click();
      await eventually(async () => stepOf(page.url()) !== before, true);
    }
    await visitor.button('application:back').click();
    await isAt(visitor, first!);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.goForward();
    await isAt(visitor, second!);
    await page.goBack();
    await isAt(visitor, first!);
    await page.goBack();
    await page.getByRole('heading', { name: visitor.text('start:needed') }).waitFor();
    await visitor.button('start:draft.continue').waitFor();
    await page.goForward();
    await isAt(visitor, first!);
    // The welcome page was not shown before, so it becomes a history entry.
    await visitor.button('application:back').click();
    const before = await stop(visitor, 'welcome');
    await page.goBack();
    await isAt(visitor, first!);
    await page.goForward();
    await isAt(visitor, before);
  });

  promise('lists each step by its own title, and begins a step at its top', async (visitor) => {
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 500 });
    await visitor.startAnonymously('hundesteuer');
    const stops = await walkToSummary(visitor, 'hundesteuer');
    const top = () => eventually(() => page.evaluate(() => scrollY), 0);
    const down = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const expected = stops.map(({ step, title }) => ({ step, title }));
    const steps = async () => (await listed(visitor)).filter(({ step }) => step !== null);
    await top();
    expect(await steps()).toEqual(expected);
    await down();
    await page.goBack();
    await isAt(visitor, stops.at(-2)!);
    // The button of the page leads to the same entry as the browser's Back.
    for (const it of stops.slice(0, -2).reverse()) {
      await down();
      await visitor.button('application:back').click();
      await isAt(visitor, it);
      await top();
    }
    expect(await steps(), 'those that lie ahead keep their titles').toEqual(expected);
    await down();
    await page.goForward();
    await isAt(visitor, stops[1]!);
  });

  promise('leads back over a login to the start, and on again', async (visitor) => {
    const { page } = visitor;
    await page.goto('/');
    await visitor.startWithAccount('hundesteuer', 'yildiz:Benutzername');
    const key = visitor.filler('hundesteuer').pages[0]!.key;
    const first = await stop(visitor, `page.${key}`);
    await page.goBack();
    await visitor.button('start:draft.continue').waitFor();
    await page.getByRole('heading', { name: visitor.text('start:needed') }).waitFor();
    await page.goForward();
    await isAt(visitor, first);
    await page.goBack();
    await visitor.button('start:draft.continue').click();
    await isAt(visitor, first);
    await page.goBack();
    await visitor.button('start:draft.continue').waitFor();
    await page.goBack();
    await visitor.sees('home:heading');
  });

  promise('leads over the summary and back to it, after a change too', async (visitor) => {
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    const stops = await walkToSummary(visitor, 'hundesteuer');
    const owner = stops[0]!;
    const length = await page.evaluate(() => history.length);
    const group = page.locator('.sp-summary').first();
    await group.getByRole('button').click();
    await isAt(visitor, { ...owner, step: owner.step!.replace('page', 'change') });
    await reload(visitor);
    // A page that is not hydrated yet keeps typed input, but not button presses.
    const saved = page.waitForResponse(/\/api\/process\/[^/]+\/progress/);
    await page.locator('#field-givenName').fill('Adelheid');
    await saved;
    await visitor.button('application:form.toSummary').click();
    await isAt(visitor, stops.at(-1)!);
    await group.getByText('Adelheid').waitFor();
    await eventually(
      () => page.evaluate(() => document.activeElement?.textContent),
      (await group.locator('h2, h3').first().textContent()) ?? '',
    );
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 2);
    await visitor.confirm();
    await visitor.sees('result:heading');
  });

  promise('never leads back into what was sent', async (visitor) => {
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    await walkToSummary(visitor, 'hundesteuer');
    await visitor.confirm();
    await visitor.sees('result:heading');
    const result = await stop(visitor, 'result');
    await page.goBack();
    await eventually(async () => stepOf(page.url()), 'result');
    await tells(visitor, 'application:closed.sent');
    await isAt(visitor, result);
    await reload(visitor);
    await isAt(visitor, result);
    await page.goBack();
    await page.getByRole('heading', { name: visitor.text('start:needed') }).waitFor();
    await page.goForward();
    await isAt(visitor, result);
  });

  promise('leads to a look at what was confirmed, which reopens nothing', async (visitor) => {
    const { page } = visitor;
    await visitor.startWithAccount('meldebescheinigung', 'petersen:Elster');
    const stops = await walkToSummary(visitor, 'meldebescheinigung');
    await visitor.confirm();
    await visitor.decideConflict('keep');
    await visitor.sees('summary:notice.title');
    const notice = await stop(visitor, 'notice');
    await page.goBack();
    await visitor.sees('summary:confirmed.heading');
    expect(stepOf(page.url())).toBe('summary');
    await reload(visitor);
    await visitor.sees('summary:confirmed.heading');
    await page.goForward();
    await isAt(visitor, notice);
    await page.goBack();
    await visitor.sees('summary:confirmed.heading');
    await page.goBack();
    await tells(visitor, 'application:closed.confirmed');
    await visitor.sees('summary:confirmed.heading');
    expect(stepOf(page.url()), 'the form is closed, the address says so').toBe('summary');
    await visitor.button('summary:confirmed.next').click();
    await isAt(visitor, notice);
    await page.goBack();
    await visitor.sees('summary:confirmed.heading');
    await visitor.button('summary:change').click();
    await isAt(visitor, stops.at(-2)!);
  });

  promise(
    'leads to pages that work after a login, and stays where it is once it is paid',
    async (visitor) => {
      const { page } = visitor;
      await visitor.startAnonymously('bewohnerparkausweis');
      await walkToSummary(visitor, 'bewohnerparkausweis');
      await visitor.confirm();
      await visitor.sees('summary:login.title');
      await visitor.button('summary:login.button').click();
      await visitor.chooseAtAccount('lindemann:eID');
      await visitor.decideConflict('apply');
      await visitor.sees('summary:heading');
      await visitor.confirm();
      await visitor.sees('payment:title');
      const offer = await stop(visitor, 'payment');
      await reload(visitor);
      await isAt(visitor, offer);
      await page.goBack();
      await visitor.sees('summary:confirmed.heading');
      expect(new URL(page.url()).hostname).toBe('localhost');
      await page.goForward();
      await isAt(visitor, offer);
      const provider = await visitor.openProvider();
      await visitor.sees('payment:waiting.title');
      await page.goBack();
      await tells(visitor, 'application:closed.paying');
      await visitor.sees('payment:waiting.title');
      expect(stepOf(page.url())).toBe('payment');
      await reload(visitor);
      await visitor.sees('payment:waiting.title');
      await chooseAtProvider(provider, 'card');
      await page.locator('h1', { hasNotText: visitor.text('payment:waiting.title') }).waitFor();
      await page.goBack();
      await page.waitForTimeout(500);
      expect(['submission', 'result']).toContain(stepOf(page.url()));
    },
  );

  promise('leads back over a change of the language', async (visitor) => {
    const { page } = visitor;
    await visitor.startAnonymously('hundesteuer');
    const first = stepOf(page.url());
    expect(first).toMatch(/^page\./);
    await visitor.read('en');
    expect(stepOf(page.url())).toBe(first);
    await page.goBack();
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' });
    expect(stepOf(page.url())).toBe(first);
    await page.goBack();
    visitor.locale = 'de';
    await visitor.button('start:draft.continue').waitFor();
    await page.goForward();
    await page.goForward();
    await page.locator('html[lang="en"]').waitFor({ state: 'attached' });
    expect(stepOf(page.url())).toBe(first);
  });
});
