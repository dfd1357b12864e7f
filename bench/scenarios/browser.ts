import type { Browser } from 'playwright';
import { launchChromium } from '#model-tests/browser/chromium.ts';
import { fillIn } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { startBare } from '../kit/bare.ts';
import { type Figure, median, type Scenario } from '../kit/figures.ts';
import { startMeasured } from '../kit/server-process.ts';
import { type Loaded, loadSlowly, type Opened } from '../kit/slow-browser.ts';
import { type Cookies, cookiesOf, KEY_PRESSES, TEXT_FIELDS, takenUp, typeInto } from '../kit/typing.ts';

const LOADS = 5;
const LONGEST_PAGE = 'income';
const EARLY_WORD = 'Frueh getippt';

export const browser: Scenario = {
  title: 'Form page in the browser',
  about: `a housing benefit draft opened by its address at its longest page (30 fields and more), Chromium, slow 4G (1.6 Mbit/s, 150 ms), processor slowed 4 times, cold cache, median of ${LOADS}`,
  measure: async () => {
    await buildWhenChanged();
    const [{ portal }, bare, chromium] = await Promise.all([startMeasured(), startBare(), launchChromium()]);
    try {
      const client = portal.client();
      await client.logIn('thomsen:Elster');
      // Each window has its own draft: a window that was just closed may still hold the other one.
      const address = async () => `${portal.url}/formular?id=${await draftAtLongestPage(client)}`;
      const bareAddress = async () => `${bare.url}/page`;
      const cookies = cookiesOf(client, portal.url);
      const floor = await repeat(chromium, bareAddress, []);
      const pages = await repeat(chromium, address, cookies, takenUp);
      const bareTyped = await typeInto(chromium, await bareAddress(), []);
      const typed = await typeInto(chromium, await address(), cookies);
      await assertKeptEarly(chromium, await address(), cookies, client);
      return [
        ...loadingOf(pages, floor),
        { name: 'first field usable on a fast network', value: typed.usableMs, unit: 'ms' },
        {
          name: `key to next paint, p95 of ${KEY_PRESSES}`,
          value: typed.paint,
          unit: 'ms',
          budget: { most: 50 },
          floor: { name: 'bare HTML page', value: bareTyped.paint },
        },
      ];
    } finally {
      await Promise.all([chromium.close(), bare.stop(), portal.close()]);
    }
  },
};

function loadingOf(pages: Loaded[], floor: Loaded[]): Figure[] {
  const of = (pick: (loaded: Loaded) => number) => median(pages.map(pick));
  return [
    { name: 'fields on the page', value: of(({ fields }) => fields), unit: '', budget: { least: 30 } },
    {
      name: 'JavaScript (brotli) before the first field is usable',
      value: of(({ scriptBytes }) => scriptBytes) / 1024,
      unit: 'KiB',
      budget: { most: 140 },
    },
    {
      name: 'first field usable',
      value: of(({ usableMs }) => usableMs),
      unit: 'ms',
      budget: { most: 1500 },
      floor: { name: 'bare HTML page', value: median(floor.map(({ usableMs }) => usableMs)) },
    },
    { name: 'page taken up by its script', value: of(({ takenUpMs }) => takenUpMs), unit: 'ms' },
    {
      name: 'JavaScript (brotli) until then',
      value: of(({ takenUpBytes }) => takenUpBytes) / 1024,
      unit: 'KiB',
    },
    {
      name: 'layout shift until 2 s after the first field',
      value: of(({ shift }) => shift),
      unit: '',
      budget: { most: 0.02 },
    },
  ];
}

/** A draft left at the longest page. @returns its id */
async function draftAtLongestPage(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, 'wohngeld');
  const { data, version } = await client.openForm({ params: { id }, query: {} });
  await client.call('saveProgress', { params: { id }, body: { version, data, page: LONGEST_PAGE } });
  return id;
}

async function repeat(
  chromium: Browser,
  address: () => Promise<string>,
  cookies: Cookies,
  settled: (opened: Opened) => Promise<unknown> = ({ page }) => page.waitForTimeout(2000),
): Promise<Loaded[]> {
  const results: Loaded[] = [];
  for (let count = 0; count < LOADS; count += 1) {
    const opened = await loadSlowly(chromium, await address(), cookies, 'slow4G');
    await settled(opened);
    results.push(await opened.read());
    await opened.close();
  }
  return results;
}

/** Input typed as early as possible must be saved. @throws Error when it is not */
async function assertKeptEarly(chromium: Browser, address: string, cookies: Cookies, client: PortalClient) {
  const opened = await loadSlowly(chromium, address, cookies, 'slow4G');
  await opened.page.locator(TEXT_FIELDS).first().fill(EARLY_WORD);
  await takenUp(opened);
  await opened.close();
  const id = new URL(address).searchParams.get('id') ?? '';
  const { data } = await client.openForm({ params: { id }, query: {} });
  if (!JSON.stringify(data).includes(EARLY_WORD)) throw new Error('what was typed early was not saved');
}
