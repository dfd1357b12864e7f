import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { launchChromium } from '#model-tests/browser/chromium.ts';
import { serviceBySlug } from '#model-tests/browser/public-screens.ts';
import { KIEL } from '#model-tests/http/applications.ts';
import { demonstrationContent } from '#model-tests/http/public-addresses.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Figure, median, type Scenario } from '../kit/figures.ts';
import { loadPage, type PageLoad } from '../kit/page-load.ts';
import { plainPage, servePlain } from '../kit/plain-page.ts';
import { startMeasured } from '../kit/server-process.ts';

const ROUNDS = 5;

export const publicPages: Scenario = {
  title: 'Public pages in the browser',
  about: `home, search with results and service page, Chromium, slow 4G (1.6 Mbit/s, 150 ms), processor slowed 4 times, 360 px, cold cache, median of ${ROUNDS}; in turn with a plain static page with the same text and inlined style`,
  measure: async () => {
    await buildWhenChanged();
    const { leiKaId } = serviceBySlug(demonstrationContent(), 'hundesteuer');
    const addresses = {
      home: hrefOf.home('de'),
      search: hrefOf.search('de', { q: 'Hund', area: KIEL }),
      service: hrefOf.service('de', leiKaId, { area: KIEL }),
    };
    const [{ portal }, chromium] = await Promise.all([startMeasured(), launchChromium()]);
    const plain = await servePlain(
      Object.fromEntries(
        await Promise.all(
          Object.entries(addresses).map(async ([name, address]) => [
            `/${name}`,
            plainPage(await htmlOf(portal.url + address)),
          ]),
        ),
      ),
    );
    try {
      const figures: Figure[] = [];
      for (const [name, address] of Object.entries(addresses)) {
        const loads = await inTurn(chromium, portal.url + address, `${plain.url}/${name}`);
        figures.push(
          ...figuresOf(name, loads.page, loads.floor),
          ...stylesOf(name, await htmlOf(portal.url + address)),
        );
        reveal(loads.page);
      }
      return figures;
    } finally {
      await Promise.all([chromium.close(), plain.stop(), portal.close()]);
    }
  },
};

const htmlOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** Other load on the machine affects both alike. */
async function inTurn(chromium: Browser, page: string, floor: string) {
  const loads = { page: [] as PageLoad[], floor: [] as PageLoad[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.floor.push(await loadPage(chromium, floor));
    loads.page.push(await loadPage(chromium, page));
  }
  return loads;
}

function figuresOf(name: string, pages: PageLoad[], floors: PageLoad[]): Figure[] {
  const of = (pick: (load: PageLoad) => number, loads = pages) => median(loads.map(pick));
  const kib = (pick: (load: PageLoad) => number) => of(pick) / 1024;
  const painted = of(({ paintedMs }) => paintedMs);
  const floor = of(({ paintedMs }) => paintedMs, floors);
  const sized = (what: string, pick: (load: PageLoad) => number, most?: number): Figure => ({
    name: `${name}: ${what}`,
    value: kib(pick),
    unit: 'KiB',
    ...(most !== undefined && { budget: { most } }),
  });
  return [
    {
      name: `${name}: largest contentful paint`,
      value: painted,
      unit: 'ms',
      budget: { most: floor * 1.3 },
      floor: { name: 'plain static page', value: floor },
    },
    {
      name: `${name}: main thread quiet`,
      value: of(({ quietMs }) => quietMs),
      unit: 'ms',
      budget: { most: 1200 },
    },
    {
      name: `${name}: total blocking time`,
      value: of(({ blockedMs }) => blockedMs),
      unit: 'ms',
      budget: { most: 75 },
    },
    { name: `${name}: layout shift`, value: of(({ shift }) => shift), unit: '', budget: { most: 0.02 } },
    sized('JavaScript (brotli) before idle', ({ scriptBytesBeforeIdle }) => scriptBytesBeforeIdle, 100),
    sized('JavaScript (brotli) in all', ({ scriptBytes }) => scriptBytes, 140),
    sized('page (HTML with style and data), compressed', ({ documentBytes }) => documentBytes),
    sized('largest font file', ({ largestFont }) => largestFont, 25),
    {
      name: `${name}: requests`,
      value: of(({ requests }) => requests.length),
      unit: '',
      budget: { most: 8 },
    },
  ];
}

/** The part before the markup, which must have arrived before the first paint. */
function stylesOf(name: string, html: string): Figure[] {
  const [head = ''] = html.split('</head>');
  const styles = [...head.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style).join('');
  const sizes = { 'as it is': Buffer.byteLength(styles), brotli: brotliCompressSync(styles).length };
  return Object.entries(sizes).map(([how, bytes]) => ({
    name: `${name}: style before the markup, ${how}`,
    value: bytes / 1024,
    unit: 'KiB',
    ...(how === 'brotli' && { budget: { most: 10 } }),
  }));
}

/** Prints what the median load fetched and what kept the processor busy: the reasons for a missed budget. */
function reveal(pages: PageLoad[]): void {
  const middle = pages.toSorted((one, other) => one.quietMs - other.quietMs)[Math.floor(pages.length / 2)];
  const tasks = middle?.longTasks.map(({ startMs, ms }) => `${Math.round(ms)} at ${Math.round(startMs)}`);
  process.stdout.write(`  fetched ${middle?.requests.join(' ')}\n  tasks over 50 ms: ${tasks?.join(', ')}\n`);
}
