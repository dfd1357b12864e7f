import type { Browser, BrowserContext, Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import { launchChromium } from '#model-tests/browser/chromium.ts';
import { words } from '#model-tests/browser/words.ts';
import { fillIn } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { type Figure, percentile, type Scenario } from '../kit/figures.ts';
import { startMeasured } from '../kit/server-process.ts';

const TURNS = 20;
const PERSON = 'thomsen:Elster';
const LOCALE: Locale = 'de';
const MOST_MS = 2000;

/** Times in ms: from opening a window to its warning, and from taking over to the message in the other window. */
type Times = { warned: number[]; told: number[] };

export const windows: Scenario = {
  title: 'One application in two windows',
  about: `a dog tax draft is opened a second time, ${TURNS} times in the same browser and ${TURNS} times on another device; the later window takes over`,
  measure: async () => {
    await buildWhenChanged();
    const [{ portal }, chromium] = await Promise.all([startMeasured(), launchChromium()]);
    try {
      const client = portal.client();
      await client.logIn(PERSON);
      const address = `${portal.url}/formular?id=${(await fillIn(client, 'hundesteuer')).id}`;
      const elsewhere = portal.client();
      await elsewhere.logIn(PERSON);
      const own = await contextOf(chromium, portal, client);
      const other = await contextOf(chromium, portal, elsewhere);
      return [
        ...figuresOf('same browser', await takeTurns(address, own, own)),
        ...figuresOf('other device', await takeTurns(address, own, other)),
      ];
    } finally {
      await Promise.all([chromium.close(), portal.close()]);
    }
  },
};

async function contextOf(
  chromium: Browser,
  portal: Portal,
  { cookies }: PortalClient,
): Promise<BrowserContext> {
  const context = await chromium.newContext({ reducedMotion: 'reduce' });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
  return context;
}

const activate = (page: Page) =>
  page.getByRole('button', { name: words(LOCALE)('application:windows.activate') });

/** Closes the editing window at the end of each turn; then the reading one edits again. */
async function takeTurns(address: string, own: BrowserContext, other: BrowserContext): Promise<Times> {
  const times: Times = { warned: [], told: [] };
  const first = await own.newPage();
  await first.goto(address);
  await editable(first);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const second = await other.newPage();
    const opened = performance.now();
    await second.goto(address, { waitUntil: 'commit' });
    await activate(second).waitFor();
    times.warned.push(performance.now() - opened);
    const taken = performance.now();
    await activate(second).click();
    await activate(first).waitFor();
    times.told.push(performance.now() - taken);
    await editable(second);
    await activate(first).click();
    await editable(first);
    await second.close();
  }
  await first.close();
  return times;
}

const editable = (page: Page) => page.locator('main button[type=submit]:enabled').first().waitFor();

const figuresOf = (where: string, { warned, told }: Times): Figure[] =>
  (
    [
      ['opened until the later window warns', warned],
      ['taken over until the other window says so', told],
    ] as const
  ).map(([what, values]) => ({
    name: `${where}: ${what}, p95 of ${values.length}`,
    value: percentile(values, 0.95),
    unit: 'ms',
    budget: { most: MOST_MS },
  }));
